"""The named variants by what they take to solve."""

from fivedice.rules import VARIANTS

LARGE = ("yahtzee-triple", "maxi-yatzy", "maxi-yatzy-saved")
"""Variants that take minutes or hours, or that no machine can solve."""
QUICK = [name for name in VARIANTS if name not in LARGE]
"""All others: each is solved in seconds."""
