"""What findings claim: that what the rule warns of happens on its line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from _oracle_claim import Claim, Strength
from _oracle_seen import Seen
from _oracle_ways import Ways

from jaxopt_lint.finding import Confidence
from jaxopt_lint.running.engine import Linted

_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)

_TRACED = frozenset({"JOL103", "JOL104", "JOL105", "JOL111", "JOL401", "JOL801", "JOL803"})
_UNROLLED = frozenset({"JOL202", "JOL203", "JOL204"})
_ROWS = frozenset({"JOL201", "JOL205", "JOL206"})
_WAITS = frozenset({"JOL402", "JOL403", "JOL404", "JOL405"})
_COMPILES = frozenset({"JOL101", "JOL102", "JOL107", "JOL108", "JOL110"})
_FEW = 3  # iterations that are worth no other form


_Holds = Callable[[Seen, str, int, int], bool | None]


@dataclass(frozen=True)
class _Kind:
    """What the findings of some rules claim, and how a run shows it."""

    codes: frozenset[str]
    strength: Strength
    about: str
    holds: _Holds
    means: str


def found(linted: Linted, path: str, ways: Ways) -> Iterator[Claim]:
    """The claims of the findings in one file; what is not certain is a may."""
    assert linted.facts is not None
    module = linted.facts.module
    for match, finding in linted.found:
        node = match if isinstance(match, ast.AST) else getattr(match, "node", None)
        function = module.function(node) if isinstance(node, ast.AST) else None
        home = getattr(function, "lineno", 0) if isinstance(function, _DEFINED) else 0
        for kind in KINDS:
            if finding.code not in kind.codes or (kind.about == "traced" and not home):
                continue
            line = home if kind.about == "traced" else finding.start.row

            def holds(
                seen: Seen, kind: _Kind = kind, line: int = line, end: int = finding.end.row
            ) -> bool | None:
                return kind.holds(seen, path, line, end)

            sure = finding.confidence is Confidence.HIGH
            if kind.about == "traced" and isinstance(function, _DEFINED):
                sure = sure and ways.always(linted.facts, function)
            about = (kind.about, path, line)
            strength: Strength = kind.strength if sure else "may"
            yield Claim(finding.code, strength, about, finding.message, holds)


def _traced(seen: Seen, file: str, line: int, end: int) -> bool | None:
    calls = seen.calls(file, line)
    return calls.traced > 0 if calls.count else None


def _unrolled(seen: Seen, file: str, line: int, end: int) -> bool | None:
    turns = seen.turns(file, line)
    return turns.traced > 0 if turns.count else None


def _rows(seen: Seen, file: str, line: int, end: int) -> bool | None:
    turns = seen.turns(file, line)
    return turns.most > _FEW if turns.finished else None


def _waits(seen: Seen, file: str, line: int, end: int) -> bool | None:
    if seen.waits(file, line, end):
        return True
    return False if seen.reached(file, line, end) else None


def _compiles(seen: Seen, file: str, line: int, end: int) -> bool | None:
    if seen.compiled_again(file, line, end):
        return True
    return False if seen.reached(file, line, end) else None


def _reuses(seen: Seen, file: str, line: int, end: int) -> bool | None:
    if seen.reused_keys(file, line, end):
        return True
    return False if seen.reached(file, line, end) else None


KINDS = (
    _Kind(_TRACED, "must", "traced", _traced, "the function around the place is traced"),
    _Kind(_UNROLLED, "must", "unrolled", _unrolled, "the loop is unrolled"),
    _Kind(_ROWS, "may", "loop", _rows, "the loop goes round more than three times"),
    _Kind(_WAITS, "must", "wait", _waits, "the place waits for the device, where it is reached"),
    _Kind(_COMPILES, "may", "compiled", _compiles, "the place compiles again, where it is reached"),
    _Kind(frozenset({"JOL802"}), "must", "key", _reuses, "the place uses up a used key"),
)
