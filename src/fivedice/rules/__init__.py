"""What is played: dice, categories, rules, variants, states, turns and their notation. Pure Python."""

from fivedice.rules.card import Card
from fivedice.rules.category import Category
from fivedice.rules.decision import Decision
from fivedice.rules.dice import Dice, Keep, Roll, format_dice
from fivedice.rules.rules import Rules
from fivedice.rules.state import Scoring, State, Turn, legal_categories, legal_decisions, reroll, score
from fivedice.rules.variants import VARIANTS, variant

__all__ = [
    "VARIANTS",
    "Card",
    "Category",
    "Decision",
    "Dice",
    "Keep",
    "Roll",
    "Rules",
    "Scoring",
    "State",
    "Turn",
    "format_dice",
    "legal_categories",
    "legal_decisions",
    "reroll",
    "score",
    "variant",
]
