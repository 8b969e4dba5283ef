"""What is played: dice, categories, rules, variants, states, turns and their notation. Pure Python."""

from fivedice.rules.card import Card as Card
from fivedice.rules.category import Category as Category
from fivedice.rules.column import Column as Column
from fivedice.rules.decision import Decision as Decision
from fivedice.rules.dice import Dice as Dice
from fivedice.rules.dice import Keep as Keep
from fivedice.rules.dice import Roll as Roll
from fivedice.rules.dice import format_dice as format_dice
from fivedice.rules.rules import Rules as Rules
from fivedice.rules.state import Scoring as Scoring
from fivedice.rules.state import State as State
from fivedice.rules.state import Turn as Turn
from fivedice.rules.state import first_turn as first_turn
from fivedice.rules.state import legal_categories as legal_categories
from fivedice.rules.state import legal_decisions as legal_decisions
from fivedice.rules.state import reroll as reroll
from fivedice.rules.state import score as score
from fivedice.rules.state import score_turn as score_turn
from fivedice.rules.state import turn_at as turn_at
from fivedice.rules.variants import VARIANTS as VARIANTS
from fivedice.rules.variants import variant as variant
