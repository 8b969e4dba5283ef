"""The functions behind `import fivedice as fd`, one file each: read the arguments, call the inside, return a Result."""
