"""How many threads share the work."""

import os

import pytest

from fivedice.kernels.threads import VARIABLE, thread_count


@pytest.mark.parametrize("text", ["", "0", "-3", "many", "1.5"])
def test_a_variable_that_is_no_positive_number_stands_for_all_cores(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, text)
    assert thread_count() == os.cpu_count()


def test_what_is_asked_for_goes_before_the_variable_and_that_before_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "7")
    assert (thread_count(), thread_count(3)) == (7, 3)
    monkeypatch.delenv(VARIABLE)
    assert thread_count() == os.cpu_count()
