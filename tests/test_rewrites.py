"""Golden pairs of `jaxopt-lint rewrite NAME FILE:FUNCTION`, for codemods that no rule proposes.

`cases/rewrite/<codemod>/<case>.before.py` says on its first line which functions are rewritten
(`# rewrite: step, Model.layer`), becomes `<case>.after.py`, and both are executed. In
`cases/rewrite/<codemod>/<case>.py` the codemod refuses, for the reason on the first line
(`# refused: step: "regexp"`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_cases import update

from jaxopt_lint import registry
from jaxopt_lint.fixing.run import rewrite

if TYPE_CHECKING:
    from executing import Executor

CASES = Path(__file__).parent / "cases" / "rewrite"
BEFORE = sorted(CASES.glob("*/*.before.py"))
REFUSED = sorted(
    p for p in CASES.glob("*/*.py") if not p.name.endswith((".before.py", ".after.py"))
)


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.split('.')[0]}"


def golden_of(path: Path) -> Path:
    return path.with_name(path.name.replace(".before.", ".after."))


def rewritten(path: Path, folder: Path) -> str:
    """What the rewrites that a case asks for make of it."""
    text = path.read_text()
    asked = text.splitlines()[0].removeprefix("# rewrite:")
    copy = folder / "case.py"
    copy.write_text(text)
    for qualname in asked.split(","):
        made = rewrite(copy, path.parent.name, qualname.strip())
        assert not made.error, made.error
        assert not made.refused, made.refused
        copy.write_text(made.new_text)
    return copy.read_text()


@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_rewrite_is_the_golden_one(
    path: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    new = rewritten(path, tmp_path)
    golden = golden_of(path)
    if request.config.getoption("--update") and update(golden, new):
        request.getfixturevalue("executor").assert_same(path, golden)
    assert new == golden.read_text()


@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_second_rewrite_is_refused_or_changes_nothing(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "case.py"
    copy.write_text(golden_of(path).read_text())
    for qualname in path.read_text().splitlines()[0].removeprefix("# rewrite:").split(","):
        made = rewrite(copy, path.parent.name, qualname.strip())
        assert made.new_text == copy.read_text()


@pytest.mark.parametrize("path", REFUSED, ids=name_of)
def test_refuses(path: Path) -> None:
    asked = re.findall(r'# refused: (\S+): "([^"]*)"', path.read_text())
    assert asked, "the case says neither what is rewritten nor why it is refused"
    for qualname, reason in asked:
        made = rewrite(path, path.parent.name, qualname)
        assert made.new_text == path.read_text()
        reasons = [r for _, r in made.refused] or [made.error]
        assert any(re.search(reason, r) for r in reasons), reasons


@pytest.mark.pair
@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_golden_pair_computes_the_same(path: Path, executor: Executor) -> None:
    executor.assert_same(path, golden_of(path))


@pytest.mark.pair
def test_the_second_derivative_that_offloading_loses_is_told(executor: Executor) -> None:
    pair = CASES / "offload-activations" / "tower.before.py"
    told = {check.name: check for check in executor.assert_same(pair, golden_of(pair)).checks}
    assert told["gradient"].passed
    assert told["second derivative"].passed is None
    assert "host memory" in told["second derivative"].detail


def test_cases_are_of_codemods() -> None:
    folders = {p.name for p in CASES.iterdir() if p.is_dir()}
    assert folders <= set(registry.codemod_names())
