"""Structures of published code: true cases are found, traps stay silent; see truth/README.md."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from test_cases import WANT

from jaxopt_lint import registry
from jaxopt_lint.files.source import read_source
from jaxopt_lint.finding import Confidence, Finding, Severity
from jaxopt_lint.running.engine import lint_file, visible
from jaxopt_lint.running.opening import project_of
from jaxopt_lint.settings.config import Config

TRUTH = Path(__file__).parent / "truth"

# Cases that are not met, and why.
KNOWN_MISSES: dict[str, str] = {
    "L-M4": "what `equinox.filter_jit` compiles waits for its results by itself",
    "F-T12": "one function makes the batches, another one hands them on",
    "F-T16": "the loop of another file calls the method",
    "G-T15": "the kernel renews the state in place of a merged copy",
    "H-T5": "a method that takes one step",
    "H-T11": "the calls are methods of other objects",
    "L-T7": "blocks of a vector",
    "L-T16": "modules of a framework",
}

# The rules that belong to the subject of a trap, by the beginning of their codes.
FAMILIES = {
    "F": ("JOL1",),
    "G": ("JOL301", "JOL302"),
    "H": ("JOL4", "JOL801", "JOL802"),
    "I": ("JOL60", "JOL70"),
    "J": ("JOL9", "JOL705"),
    "L": ("JOL2", "JOL303", "JOL304", "JOL5"),
}


@dataclass(frozen=True)
class Case:
    """One line of the index."""

    id: str
    kind: str
    rules: tuple[str, ...]
    path: Path

    @property
    def pending(self) -> bool:
        """Whether no rule for it exists yet."""
        return not any(code in codes() for code in self.rules)


@cache
def codes() -> dict[str, bool]:
    """The codes of all rules, and whether they run by default."""
    return {rule.code: rule.default and not rule.preview for rule in registry.rules().values()}


def cases() -> list[Case]:
    table = tomllib.loads((TRUTH / "cases.toml").read_text(encoding="utf-8"))
    return [
        Case(c["id"], c["kind"], tuple(c["rules"]), (TRUTH / c["file"]).resolve())
        for c in table["case"]
    ]


CASES = cases()


@cache
def findings_at(path: Path) -> list[tuple[Path, Finding]]:
    """What all rules say of a case, its files taken as one project."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    # What is only a guess is not shown by default; the traps stay silent for those who ask, too.
    root = path if path.is_dir() else path.parent
    config = Config(root=root, preview=True, min_confidence=Confidence.LOW)
    sources = [read_source(file, file.name) for file in files]
    opened = project_of(sources, config)
    out = []
    for source in sources:
        linted = lint_file(source, opened.project, registry.rules().values(), config)
        assert not linted.crashes, linted.crashes
        out += [(source.path, finding) for _, finding in visible(linted, config)]
    return out


def wanted_at(path: Path) -> Iterable[tuple[Path, int, list[str]]]:
    """The lines of a case that must be reported, each with the rules that may do it."""
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        for row, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if match := WANT.search(line):
                yield file, row, match["codes"].split()


def problems(case: Case) -> list[str]:
    """What is missing of a true case, what is said of a trap."""
    found = findings_at(case.path)
    if case.kind == "true":
        at = {(path, f.start.row, f.code) for path, f in found}
        return [
            f"{path.name}:{row}: no {' or '.join(expected)}"
            for path, row, expected in wanted_at(case.path)
            if not any((path, row, code) in at for code in expected)
        ]
    family = FAMILIES[case.id[0]]
    return [
        f"{path.name}:{f.start.row}: {f.code} {f.message}"
        for path, f in found
        if f.severity is not Severity.INFO  # which nobody sees who does not ask
        if f.code in case.rules or (codes().get(f.code) and f.code.startswith(family))
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    if case.pending:
        pytest.skip(f"pending: no rule {' or '.join(case.rules)} yet")
    wrong = problems(case)
    if case.id in KNOWN_MISSES:
        assert wrong, "it is met now: take it out of the table"
        pytest.xfail(KNOWN_MISSES[case.id])
    assert not wrong, wrong


def rate(kind: str) -> float:
    mine = [case for case in CASES if case.kind == kind and not case.pending]
    return sum(not problems(case) for case in mine) / len(mine)


def test_enough_true_cases_are_found() -> None:
    assert rate("true") >= 0.85


def test_enough_traps_stay_silent() -> None:
    assert rate("trap") >= 0.97


def test_the_index_is_whole() -> None:
    """Every file is listed, every listed file is there; a true case states something."""
    listed = {case.path for case in CASES}
    for path in TRUTH.glob("*/*"):
        if path.name != "__pycache__":
            assert path in listed, path
    for case in CASES:
        assert case.path.exists(), case
        stated = list(wanted_at(case.path))
        if TRUTH in case.path.parents:
            assert bool(stated) == (case.kind == "true"), case
    assert len({case.id for case in CASES}) == len(CASES)
    assert set(KNOWN_MISSES) <= {case.id for case in CASES}
