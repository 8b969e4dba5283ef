"""The table in the browser: server and pages. Rules, scoring and advice come from the library."""
