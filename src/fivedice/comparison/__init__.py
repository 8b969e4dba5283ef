"""Strategies over the same dice, decision by decision or by the million, and people beside them."""
