"""Compiled loops over arrays and scalars; they know no rules and import nothing else of the project."""
