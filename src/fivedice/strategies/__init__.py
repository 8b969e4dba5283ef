"""Players: what a Strategy is, the families of the studies, and each of them as arrays."""
