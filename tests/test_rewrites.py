"""Golden pairs of `jaxopt-lint rewrite NAME FILE:FUNCTION`, for codemods that no rule proposes.

`cases/rewrite/<codemod>/<case>.before.py` says on its first line which functions are rewritten
(`# rewrite: step, Model.layer`), becomes `<case>.after.py`, and both are executed. In
`cases/rewrite/<codemod>/<case>.py` the codemod refuses, for the reason on the first line
(`# refused: step: "regexp"`).
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxopt_lint import registry
from jaxopt_lint.finding import Verdict
from jaxopt_lint.fixing import rewrite

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
    if request.config.getoption("--update"):
        golden_of(path).write_text(new)
    assert new == golden_of(path).read_text()


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


@pytest.fixture(scope="module")
def harness() -> Iterator[tuple]:
    from jaxopt_lint.verify.session import Session
    from jaxopt_lint.verify.settings import VerifySettings

    settings = VerifySettings(devices=1, timing=False)
    with Session(settings) as session:
        yield settings, session


@pytest.mark.executes
@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_golden_pair_computes_the_same(path: Path, harness: tuple) -> None:
    from jaxopt_lint.verify.harness import verify_case

    settings, session = harness
    evidence = verify_case(path, golden_of(path), settings, session=session)
    failed = [f"{c.name}: {c.detail}" for c in evidence.checks if c.passed is False]
    assert evidence.verdict in (Verdict.PROVED, Verdict.VERIFIED), (evidence.reason, failed)


def test_cases_are_of_codemods() -> None:
    folders = {p.name for p in CASES.iterdir() if p.is_dir()}
    assert folders <= set(registry.codemod_names())
