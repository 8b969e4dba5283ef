import inspect

import pytest

from fivedice import errors
from fivedice.errors import FivediceError

ALL = [one for _, one in inspect.getmembers(errors, inspect.isclass)]


@pytest.mark.parametrize("error", ALL)
def test_every_error_descends_from_one_class(error: type[Exception]) -> None:
    assert issubclass(error, FivediceError)


@pytest.mark.parametrize("error", ALL)
def test_an_error_prints_as_its_sentence(error: type[Exception]) -> None:
    assert str(error("a sentence.")) == "a sentence."
