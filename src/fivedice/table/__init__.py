"""A game between several players: seats, fair dice, the log of what happened, its record, review and storage."""
