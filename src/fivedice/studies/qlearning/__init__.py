"""Study 003: Tang and Wang, "Yahtzee Final Project Report", 2020.

A Q-table swept 500 times with sampled rolls, beside memoised search and the exact solver.
"""
