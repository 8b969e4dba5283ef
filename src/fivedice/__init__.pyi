# The names of the front door and the modules that they come from; `__init__.py` reads them here.

from fivedice.api.advise import advise as advise
from fivedice.api.cache import cache as cache
from fivedice.api.compare import compare as compare
from fivedice.api.distribution import distribution as distribution
from fivedice.api.duel import duel as duel
from fivedice.api.evaluate import evaluate as evaluate
from fivedice.api.games import games as games
from fivedice.api.games import review as review
from fivedice.api.games import verify as verify
from fivedice.api.given_up import given_up as given_up
from fivedice.api.playtest import design as design
from fivedice.api.playtest import ladder as ladder
from fivedice.api.playtest import sweep as sweep
from fivedice.api.reach import reach as reach
from fivedice.api.reach import solve_targets as solve_targets
from fivedice.api.same_dice import same_dice as same_dice
from fivedice.api.simulate import simulate as simulate
from fivedice.api.solve import solve as solve
from fivedice.api.strategies import all_strategies as all_strategies
from fivedice.api.study import study as study
from fivedice.api.train import train as train
from fivedice.api.variants import rules_sheet as rules_sheet
from fivedice.api.variants import variant as variant
from fivedice.api.variants import variants as variants
from fivedice.api.win import win as win
from fivedice.errors import FivediceError as FivediceError
from fivedice.kernels.view import NO_BOX as NO_BOX
from fivedice.kernels.view import ROLL as ROLL
from fivedice.kernels.view import View as View
from fivedice.kernels.view import is_open as is_open
from fivedice.rules import Card as Card
from fivedice.rules import Category as Category
from fivedice.rules import Rules as Rules
from fivedice.rules import State as State
from fivedice.rules import Turn as Turn
from fivedice.strategies.strategy import strategy as strategy
from fivedice.strategies.vocabulary import best_run as best_run
from fivedice.strategies.vocabulary import can_score as can_score
from fivedice.strategies.vocabulary import contains as contains
from fivedice.strategies.vocabulary import count_distinct as count_distinct
from fivedice.strategies.vocabulary import first_open as first_open
from fivedice.strategies.vocabulary import greatest_count as greatest_count
from fivedice.strategies.vocabulary import hold_all as hold_all
from fivedice.strategies.vocabulary import hold_face as hold_face
from fivedice.strategies.vocabulary import hold_faces as hold_faces
from fivedice.strategies.vocabulary import hold_one as hold_one
from fivedice.strategies.vocabulary import hold_run as hold_run
from fivedice.strategies.vocabulary import is_filled as is_filled
from fivedice.strategies.vocabulary import is_restricted as is_restricted
from fivedice.strategies.vocabulary import total as total
from fivedice.testing import check_strategy as check_strategy
from fivedice.version import __version__ as __version__

__all__: list[str]
_HOME: dict[str, str]
