"""The coach: advice on a turn, its explanation in words, and the review of a game: luck, regret, grades."""
