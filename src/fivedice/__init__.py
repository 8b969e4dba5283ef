"""A laboratory for the five-dice games: exact solutions, play, coaching, studies, rule design."""

__version__ = "0.1.0"
