"""Study 000: Jendeberg and Wikstén, "Optimal Yahtzee", KTH 2015.

Four algorithms for Yatzy (performance, histograms, same-value test), tests of dice, and 300 games of people.
"""
