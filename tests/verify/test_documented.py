"""Where the documentation of a function is looked for."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.verify.child.documented import words_of

FILE = '''"""Log-probabilities.

``run(logp)`` adds them up; impossible events have -inf.
"""


def run(logp):
    return logp


def own(logp):
    """Says it itself."""
    return logp


def other(logp):
    return logp
'''


@pytest.fixture
def module(tmp_path: Path) -> Any:
    path = tmp_path / "documented_here.py"
    path.write_text(FILE)
    spec = importlib.util.spec_from_file_location("documented_here", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "documented_here", made)
        spec.loader.exec_module(made)
        yield made


def test_a_function_speaks_for_itself(module: Any) -> None:
    assert words_of(module.own) == "Says it itself."


def test_a_file_speaks_of_the_functions_that_it_names(module: Any) -> None:
    assert "-inf" in words_of(module.run)
    assert words_of(module.other) == ""


def test_what_is_no_function_says_nothing() -> None:
    assert words_of(3) == ""
