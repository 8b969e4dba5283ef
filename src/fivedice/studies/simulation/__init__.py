"""Study 002: Wissner, "Yahtzee Strategy Analysis".

Six strategies on 10,000 games of the study's own dice: means, intervals, normality, selection of the best.
"""
