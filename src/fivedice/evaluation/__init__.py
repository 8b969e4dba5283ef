"""Exact evaluation of strategies: distributions of the score without sampling error."""
