"""From attempt to attempt, the most promising first, until calls end well."""

from __future__ import annotations

import heapq
import inspect
import itertools
import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import absent, target
from ..confining import confine
from ..patience import Patience
from . import bare, bounds, nodes, reading, repairs
from .attempt import Attempts, Outcome, number
from .guesses import DeadEnd, guesses
from .library import ask_libraries
from .nodes import Dict, Literal, Made, Node, Sequence
from .reading import CannotMake
from .through import let_through

FITS = 2
_ATTEMPTS = 500
_FURTHER = 40  # attempts for another fit, once there is one
_PRIMES = (5, 3, 7, 11, 2, 13, 17, 19, 23, 29)  # as everywhere in the harness
_NAMES = "BDHKMNPQRSTUVW"


def synthesise(job: dict[str, Any]) -> dict[str, Any]:
    """The fits that were found for a function, as plans; or why there are none.

    Args:
        job: `overlay`, `path`, `module`, `qualname`, `root` as for any function that is run;
            `seconds` in all, and `within` as many by the clock, with all that comes before;
            `into`, the one folder beside the overlay that may be written to.
    """
    whole = Patience(job["within"], within=job["within"])
    overlay = str(Path(job["overlay"]).resolve())
    let_through(overlay, _text(job))
    function = target.load(job)
    confine([overlay, os.environ["HOME"], job["into"]])
    absent.judge()
    ask_libraries()
    bounds.keep_bounds()
    attempts = Attempts(function, overlay, Patience(job["seconds"], within=whole.left))
    try:
        root = reading.arguments(function, job["module"], job["qualname"])
    except CannotMake as error:
        return {"fits": [], "attempts": 0, "why": str(error)}
    file = str(getattr(sys.modules.get(job["module"]), "__file__", ""))
    wanted = {(file, line) for line in job["changed"]}
    search = Search(attempts, _raw_keys(function), wanted, reading.with_defaults(function))
    fits = search.run(root)
    names = _parameters(function)
    return {
        "fits": [plan(fit, names) for fit in fits],
        "attempts": attempts.count,
        "why": "" if fits else search.why(names),
    }


def _text(job: dict[str, Any]) -> str:
    """The file that the function is in; empty where that is not found."""
    file = target.file_of(job)
    return "" if file is None else file.read_text("utf-8", errors="replace")


def _raw_keys(function: Any) -> bool:
    """Whether the file of a function makes raw keys and no typed ones."""
    try:
        text = Path(inspect.getsourcefile(inspect.unwrap(function)) or "").read_text("utf-8")
    except (OSError, TypeError, ValueError):
        return False
    return "random.PRNGKey(" in text and "random.key(" not in text


def _parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


@dataclass(order=True)
class _Step:
    """What to try next.

    Attributes:
        before: how the call ended that this one is to mend.
    """

    cost: float
    turn: int
    root: Node = field(compare=False)
    concrete: bool = field(compare=False)
    before: Outcome | None = field(compare=False)


@dataclass
class Search:
    """Best-first: what changes little and gets further than before goes first."""

    attempts: Attempts
    raw: bool
    wanted: set[tuple[str, int]] = field(default_factory=set)  # lines of which one has to run
    optional: tuple[str, ...] = ()  # parameters with defaults
    _seen: set[str] = field(default_factory=set)
    _turns: Iterator[int] = field(default_factory=itertools.count)
    _furthest: tuple[tuple[int, ...], Node, Outcome] | None = None
    _ends: list[str] = field(default_factory=list)
    _heap: list[_Step] = field(default_factory=list)
    _beside: tuple[Node, bool] | None = None  # what fits, and does not get to what changed

    def run(self, root: Node) -> list[Node]:
        """Up to `FITS` trees with which the function can be called, that differ."""
        self._push(0, root, concrete=False, before=None)
        for cost, tree in bare.instead(root):
            self._push(cost, tree, concrete=False, before=None)
        first = self._next(_ATTEMPTS) or self._beside
        if first is None:
            return []
        fit, concrete = first
        self._heap.clear()
        for array in nodes.arrays(fit):
            for cost, tree in repairs.ranks(fit, array, 0.3, 0.2):
                self._push(cost, tree, concrete=concrete, before=None)
        most = self.attempts.count + _FURTHER
        while (other := self._next(most)) is not None:
            if _shapes(other[0]) != _shapes(fit):
                return [fit, other[0]]
        return [fit]

    def _next(self, most: int) -> tuple[Node, bool] | None:
        """The next tree that fits, and whether the function was run for real."""
        while self._heap and self.attempts.count < most and self.attempts.patience.left:
            step = heapq.heappop(self._heap)
            known = f"{step.concrete} {_shown(step.root)}"
            if known in self._seen:
                continue
            self._seen.add(known)
            outcome = self.attempts(step.root, concrete=step.concrete)
            if outcome.learned is None and outcome.error is None:
                if not self.wanted or not self.wanted.isdisjoint(outcome.ran):
                    return step.root, step.concrete
                self._beside = self._beside or (step.root, step.concrete)
                self._open(step, self.optional)
                continue
            self._after(step, outcome)
        return None

    def _after(self, step: _Step, outcome: Outcome) -> None:
        """Line up what may come after a call."""
        if outcome.error is not None and (
            self._furthest is None or (outcome.lines, *outcome.steps) > self._furthest[0]
        ):
            self._furthest = (outcome.lines, *outcome.steps), step.root, outcome
        cost = step.cost + _worth(step.before, outcome)
        if outcome.learned is not None:
            try:
                for more, tree in guesses(
                    step.root, outcome.learned, raw=self.raw, sizes=outcome.sizes
                ):
                    self._push(cost + more, tree, concrete=step.concrete, before=outcome)
            except DeadEnd as end:
                self._ends.append(f"an argument is used as {end}")
            return
        said = set(re.findall(r"\w+", str(outcome.error)))
        self._open(step, [name for name in self.optional if name in said])
        for more, tree, concrete in repairs.repairs(step.root, outcome, concrete=step.concrete):
            self._push(cost + more, tree, concrete=concrete, before=outcome)

    def _open(self, step: _Step, names: Iterable[str]) -> None:
        """Line up calls that give more of what has defaults: a branch may hang on it, or an error
        that names it."""
        args, kwargs = nodes.children(step.root)
        assert isinstance(args, Sequence) and isinstance(kwargs, Dict)
        known = {name for name, _ in kwargs.items}
        for name in names:
            if name not in known:
                more = Dict((*kwargs.items, (name, nodes.Unknown())))
                self._push(step.cost + 0.3, Sequence((args, more)), concrete=step.concrete,
                           before=None)  # fmt: skip

    def _push(self, cost: float, root: Node, *, concrete: bool, before: Outcome | None) -> None:
        """Line up a tree."""
        heapq.heappush(self._heap, _Step(cost, next(self._turns), root, concrete, before))

    def why(self, names: list[str]) -> str:
        """What was tried in vain."""
        count = self.attempts.count
        said = f"made up arguments {count} times in vain"
        if self._ends and (self._furthest is None or len(self._ends) > 2):
            return f"{said}: {self._ends[0]}"
        if self._furthest is None:
            return said
        _, root, outcome = self._furthest
        return f"{said}: with {words(root, names, outcome.sizes)} comes {outcome.words}"


def _shapes(root: Node) -> list[tuple[str, ...]]:
    return [one.dims for one in nodes.arrays(root)]


def _worth(before: Outcome | None, now: Outcome) -> float:
    """What an attempt costs, by how far it got."""
    if before is None:
        return 0.1
    if now.lines < before.lines:
        return 1.5
    if now.learned is not None:
        return -0.1
    if now.lines > before.lines:
        return -0.6
    if now.steps > before.steps:
        return -0.3
    return 0.7 if now.complaint == before.complaint else 0.3


def _shown(root: Node) -> str:
    """The text of a tree that is the same for equal ones."""
    shown = {name: f"s{place}" for place, name in enumerate(nodes.names(root))}
    unknown = "".join("?" if isinstance(one, nodes.Unknown) else "." for one in nodes.walk(root))
    return re.sub(r"\bd\d+\b", lambda one: shown[one[0]], nodes.text(root)) + unknown


def plan(root: Node, names: list[str]) -> dict[str, Any]:
    """The spec of a tree, its sizes named and numbered as people do."""
    given = nodes.names(root)
    called = [*_NAMES, *(f"N{place}" for place in range(len(given)))]
    root = nodes.renamed(root, dict(zip(given, called, strict=False)))
    numbers = [*_PRIMES, *(31 + 2 * place for place in range(len(given)))]
    dims = dict(zip(called[: len(given)], numbers, strict=False))
    args, kwargs = nodes.children(root)
    assert isinstance(args, Sequence) and isinstance(kwargs, Dict)
    return {
        "args": [nodes.text(one) for one in args.items],
        "kwargs": {name: nodes.text(one) for name, one in kwargs.items},
        "dims": dims,
        "words": words(root, names, dims),
    }


def words(root: Node, names: list[str], sizes: dict[str, int]) -> str:
    """A tree for people: `x f32[5, 3], n 7`."""
    args, kwargs = nodes.children(root)
    assert isinstance(args, Sequence) and isinstance(kwargs, Dict)
    pairs = [*zip(names, args.items, strict=False), *kwargs.items]
    return ", ".join(f"{name} {_plainly(one, sizes)}" for name, one in pairs)


def _plainly(node: Node, sizes: dict[str, int]) -> str:
    """A node for people: sizes as numbers, an object by the name of its class."""
    inside = [_plainly(one, sizes) for one in nodes.children(node)]
    if isinstance(node, Made):
        target, given = node.target, node.kwargs
        if target.endswith((":Mixed", ":Like")):
            return " ".join(["like", "argument", *inside] if inside else ["like", "the last"])
        if target.endswith(":model"):
            return f"a model that gives {inside[1]}"
        if target.endswith(":optimizer"):
            return "its optimizer"
        if target.endswith(":answering"):
            more = [f"{name}={one}" for (name, _), one in zip(given, inside[2:], strict=True)]
            return f"a function that gives {inside[0]}" + (f" ({', '.join(more)})" if more else "")
        if target.endswith(":mesh"):
            return f"mesh({', '.join(inside)})"
        if target.endswith(":positive"):
            return inside[0]
        if target.endswith(":bare") and isinstance(node.args[0], Literal):
            held = ", ".join(f"{n}={o}" for (n, _), o in zip(given, inside[1:], strict=True))
            kind = str(node.args[0].value).partition(":")[2]
            return f"{kind} with ({held}) in place of its constructor"
        if node.args and isinstance(node.args[0], Literal) and ":" in str(node.args[0].value):
            target, inside = str(node.args[0].value), inside[len(node.args) :]
        named = [
            f"{name}={one}"
            for (name, _), one in zip(given, inside[len(inside) - len(given) :], strict=True)
        ]
        return target.partition(":")[2] + (f"({', '.join(named)})" if named else "")
    if isinstance(node, Sequence):
        return f"[{', '.join(inside)}]" if node.kind == "list" else f"({', '.join(inside)})"
    if isinstance(node, Dict):
        pairs = zip((key for key, _ in node.items), inside, strict=True)
        return "{" + ", ".join(f"{key!r}: {one}" for key, one in pairs) + "}"
    return nodes.text(nodes.sized(node, lambda size: str(number(size, sizes)))).replace("()", "")
