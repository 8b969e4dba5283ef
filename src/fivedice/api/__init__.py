"""The functions behind `import fivedice as fd`, by subject: read the arguments, call the inside, return a Result."""
