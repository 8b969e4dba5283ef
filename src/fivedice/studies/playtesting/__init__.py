"""Study 004: Glenn and Brunstad, "Automatic Playtesting for Yahtzee".

Exact optima, networks that imitate the optimal strategy, and the depth of rules over thresholds and bonus values.
"""
