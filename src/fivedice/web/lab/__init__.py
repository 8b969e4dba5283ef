"""The laboratory in the browser: analyse positions, design rules, compare strategies; long work is a job."""
