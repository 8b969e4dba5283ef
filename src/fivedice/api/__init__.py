"""The functions behind `import fivedice as fd`: each reads its arguments, calls the library, and returns a Result."""
