"""What is maximised besides the mean score: reaching a target, a utility of the final score, winning."""
