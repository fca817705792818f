"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WITH_EXAMPLES = sorted(
    path.relative_to(ROOT)
    for folder in ("jaxopt_lint", "rules", "codemods")
    for path in (ROOT / folder).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_examples_in_docstrings(path: Path) -> None:
    module = importlib.import_module(".".join(path.with_suffix("").parts))
    result = doctest.testmod(module, report=True, raise_on_error=False)
    assert result.attempted, "no docstring that doctest finds has the example"
    assert result.failed == 0
