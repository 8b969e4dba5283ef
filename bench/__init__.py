"""Benchmarks, run by `make bench`: every claim is a ratio taken in one run: seconds do not travel."""
