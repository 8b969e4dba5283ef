"""Study 001: "How to play Yahtzee, for robots", which quotes Glenn (2006).

Glenn's table of strategies, and nine versions of a Lego player: score, Yahtzees, upper bonus.
"""
