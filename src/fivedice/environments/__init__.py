"""Environments for learners: Gymnasium, one game or thousands at once, PettingZoo and OpenSpiel (extra `rl`)."""
