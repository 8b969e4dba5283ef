"""The error of this part; it belongs to the tree in `fivedice.errors`."""

from fivedice.errors import FivediceError


class LearningError(FivediceError, ValueError):
    """Training that is not possible as it was asked for, or not with what is installed."""
