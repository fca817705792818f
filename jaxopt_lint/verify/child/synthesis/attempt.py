"""One call with the arguments as they are known so far."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from ..calling import ended_after
from ..grammar import SHORT, Filling, evaluate, size_of
from ..lib import jax, kept
from ..patience import Patience
from . import bare, made, models, nodes
from .nodes import Array, Dict, Key, Literal, Made, Node, Sequence, Size, Unknown
from .refusals import Compared, compared
from .unknown import Learned, OpenDict, stand

# Sizes are these while arguments are looked for: an error that says 7 means one of them alone.
PRIMES = (5, 3, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83)
SECONDS = 4.0  # for one attempt


@dataclass
class Outcome:
    """How a call ended: with nothing amiss if neither `learned` nor `error` is set.

    Attributes:
        sizes: the numbers that names of sizes stood for.
        lines: how many lines of the project ran, each counted once.
        steps: how far it came in all: lines counted each time, and how far in the last one.
        refused: what the project's own check held against each other, where one ended the call.
    """

    sizes: dict[str, int]
    learned: Learned | None = None
    error: BaseException | None = None
    lines: int = 0
    ran: set[tuple[str, int]] = field(default_factory=set)
    steps: tuple[int, int] = (0, 0)
    refused: list[Compared] = field(default_factory=list)

    @property
    def words(self) -> str:
        """What the error says, on one line."""
        first = str(self.error).strip().splitlines()[:1]
        return f"{type(self.error).__name__}: {''.join(first)[:160]}"

    @property
    def complaint(self) -> str:
        """What the error is about, whatever the numbers in it."""
        return re.sub(r"\d+", "", self.words)


@dataclass
class Attempts:
    """Calls a function again and again.

    Attributes:
        function: what is called.
        project: the folder whose lines count.
        patience: how long in all.
    """

    function: Callable[..., Any]
    project: str
    patience: Patience
    count: int = 0

    def __call__(self, root: Node, *, concrete: bool) -> Outcome:
        """Call with a sequence of two: positional arguments, and those by name."""
        self.count += 1
        given = nodes.names(root)
        more = range(PRIMES[-1] + 2, PRIMES[-1] + 2 + 2 * len(given), 2)
        sizes = dict(zip(given, (*PRIMES, *more), strict=False))
        outcome = Outcome(sizes)
        arrays = {
            one.number: one
            for one in nodes.walk(root)
            if isinstance(one, Key) or (isinstance(one, Array) and not one.host)
        }

        def called(values: list[Any]) -> None:
            building = Building(sizes, dict(zip(arrays, values, strict=True)))
            args, kwargs = building.value(root)
            _whole(self.function(*args, **kwargs))

        seconds = min(SECONDS, max(0.1, self.patience.left))
        lines: Counter[tuple[str, int]] = Counter()
        try:
            with _quiet(), ended_after(seconds), _counted(self.project, lines):
                if concrete:
                    filling = Filling(sizes)
                    values = [evaluate(nodes.text(one), filling) for one in arrays.values()]
                    called(values)
                else:
                    jax.eval_shape(called, [_type(one, sizes) for one in arrays.values()])
        except Learned as learned:
            outcome.learned = learned
        except (Exception, SystemExit) as error:
            outcome.error = error
            outcome.refused = compared(error, os.path.join(self.project, ""))
        outcome.lines, outcome.ran = len(lines), set(lines)
        outcome.steps = lines.total(), self._last(outcome.error)
        return outcome

    def _last(self, error: BaseException | None) -> int:
        """The place of the instruction of the project that an error comes from."""
        place = 0
        trace = error.__traceback__ if error is not None else None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename.startswith(self.project):
                place = trace.tb_lasti
            trace = trace.tb_next
        return place


def _whole(result: Any) -> None:
    """Raise where a result holds a stand-in still."""
    for leaf in jax.tree_util.tree_leaves(result):
        if hasattr(type(leaf), "number") and type(leaf).__name__.startswith("Unknown"):
            raise Learned(leaf.number, "number")
        if isinstance(leaf, jax.Array):
            jax.block_until_ready(leaf)


def _type(node: Node, sizes: dict[str, int]) -> Any:
    if isinstance(node, Key):
        shape = tuple(number(size, sizes) for size in node.dims)
        if node.raw:
            return jax.ShapeDtypeStruct((*shape, 2), "uint32")
        return jax.ShapeDtypeStruct(shape, jax.eval_shape(lambda: jax.random.key(0)).dtype)
    assert isinstance(node, Array)
    shape = tuple(number(size, sizes) for size in node.dims)
    return jax.ShapeDtypeStruct(shape, SHORT[node.dtype])


def number(size: str, sizes: dict[str, int]) -> int:
    """The number that the text of a size stands for."""
    return size_of(ast.parse(size, mode="eval").body, sizes)


@dataclass
class Building:
    """Makes values of nodes.

    Attributes:
        arrays: those that are given, by the numbers of their nodes.
    """

    sizes: dict[str, int]
    arrays: dict[int, Any]

    def value(self, node: Node) -> Any:
        """The value of a node, with a stand-in for each that is unknown."""
        if node.number in self.arrays:
            return self.arrays[node.number]
        if isinstance(node, Unknown):
            return stand(node.number)
        if isinstance(node, Array):
            return evaluate(nodes.text(node), Filling(self.sizes))
        if isinstance(node, Size):
            return number(node.size, self.sizes)
        if isinstance(node, Literal):
            return node.value
        if isinstance(node, Sequence):
            items = [self.value(one) for one in node.items]
            return items if node.kind == "list" else tuple(items)
        if isinstance(node, Dict):
            if node.whole:
                return {key: self.value(one) for key, one in node.items}
            table = OpenDict((key, self.value(one)) for key, one in node.items)
            table.number = node.number
            return table
        assert isinstance(node, Made)
        args = [self.value(one) for one in node.args]
        kwargs = {name: self.value(one) for name, one in node.kwargs}
        if node.open and node.target == f"{models.__name__}:model":
            return models.model(*args, **kwargs | {"opened": node.number})
        if node.open and node.target == f"{bare.__name__}:bare":
            return bare.open_bare(node.number, args[0], kwargs)
        if node.open and args:
            return made.open_state(node.number, args[0], kwargs)
        if node.open:
            return made.OpenRecord(number_=node.number, **kwargs)
        return kept.lookup(node.target)(*args, **kwargs)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


@contextlib.contextmanager
def _counted(project: str, lines: Counter[tuple[str, int]]) -> Iterator[None]:
    """Count the lines below a folder that run in a block."""
    below = os.path.join(project, "")

    def local(frame: FrameType, event: str, given: Any) -> Any:
        if event == "line":
            lines[frame.f_code.co_filename, frame.f_lineno] += 1
        return local

    def enter(frame: FrameType, event: str, given: Any) -> Any:
        return local if frame.f_code.co_filename.startswith(below) else None

    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(None)
