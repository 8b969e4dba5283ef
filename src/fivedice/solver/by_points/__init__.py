"""Objectives that depend on the points so far: any utility of the final score, reaching a target.

A *curve* is what a state is worth at each number of points so far. `solve` computes curves and compiles kernels;
`curves` and `cache` need numpy only.
"""
