"""Runs of the machine: from where it sets out, and what it saw on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS, WEAK
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.frameworks import outer_function
from jaxopt_lint.semantics.jax.interface import Traced
from jaxopt_lint.semantics.jax.machine.state import STEPS, Frame, OutOfBudget
from jaxopt_lint.semantics.jax.machine.statements import Statements
from jaxopt_lint.semantics.jax.machine.values import (
    Func,
    Tree,
    Unknown,
    Value,
    Wrapped,
)
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import defaults, positional

FILE_STEPS = 60_000  # expressions and statements of all runs of a file together


class Run(Statements):
    """All runs of one purpose over one file; each sets out with a fresh budget.

    Args:
        opaque: calls of compiled functions give arrays, and their code is not looked at.
    """

    def __init__(self, facts: Facts, *, opaque: bool) -> None:
        super().__init__(facts, opaque=opaque)
        self.spent = 0
        self.exhausted: set[ast.AST] = set()  # where a run set out that was not finished
        # From where it has set out so far, with how many events there were then, and the functions
        # that it had run to their end.
        self.stages: list[tuple[FunctionNode | None, int, frozenset[ast.AST]]] = []

    def enter(self, function: FunctionNode) -> None:
        """Run a function of which nothing is known but what the file says: its parameters are
        unknown, and its object is what the constructor makes."""
        outer = self._outer(function)
        if outer is None:
            return

        def go() -> None:
            receiver = self.received(function) if self.module.receiver(function) else None
            first = (receiver,) if receiver is not None else ()
            given = self.given(calls(self.facts).dotted(function), function)
            self.run(function, Func(function, outer.number, first), (), given, False)

        self._set_out(function, go)

    def cost(self, function: FunctionNode) -> int:
        """How much work a call of a function hands out, besides calls of compiled functions."""
        if self._outer(function) is None:
            return 0
        before = self.handed - self.jitted
        self.enter(function)
        return self.handed - self.jitted - before

    def enter_module(self) -> None:
        """Run the body of the module."""
        self.hosted = True
        self._set_out(self.module.tree, lambda: self.block(self.module.tree.body))
        self.hosted = False

    def enter_wrap(self, wrap: Wrap) -> None:
        """Call what a transform makes of a function, with arguments that are not known; what has a
        default keeps it."""
        function = wrap.function
        around = self.module.function(wrap.site if not wrap.decorator else function or wrap.site)
        frame = self.top if around is None else self._frame(around)
        if function is None or frame is None:
            return

        def go() -> None:
            self.settle(frame)
            if wrap.decorator:
                owner = self.module.class_of(function)
                value: Value = self.defined(function)
                bound = 0
                receiver = self.received(function) if owner is not None else None
                if receiver is not None and self.module.receiver(function):
                    found = self.looked_up(receiver, getattr(function, "name", ""))
                    value, bound = found or value, 1
            else:
                value, bound = self.expr(wrap.site), 0
            if isinstance(value, Wrapped):
                names = positional(function)[max(wrap.bound, bound) :]
                kept = {*defaults(function), *wrap.bound_names}
                count = sum(n not in kept for n in names)
                given = [Unknown(_GIVEN)] * count
                self.call(wrap.site, value, given, {})

        self._set_out(wrap.site, go)

    def enter_traced(self, function: FunctionNode, traced: Traced) -> None:
        """Run a function that another file hands to a transform."""
        outer = self._outer(function)
        transform = next((t for t in TRANSFORMS.values() if t.kind == traced.transform), None)
        if outer is None or transform is None or not transform.staged:
            return
        names = positional(function)
        rest = names[traced.bound :]
        static = {*traced.static_names, *(rest[i] for i in traced.static_numbers if i < len(rest))}
        static |= {*names[: traced.bound], *traced.bound_names}
        kept = static | {*defaults(function)}
        whole = traced.transform not in ("vmap", "shard_map", "checkpoint")

        def go() -> None:
            with self.trace(traced.transform, None, traced.where, whole) as trace:
                levels = frozenset({trace.level})
                kwargs: dict[str, Value] = {}
                for name in names:
                    if name in static:
                        kwargs[name] = Unknown(f"`{name}` is bound or static there")
                    elif name not in kept:
                        kwargs[name] = Tree(levels) if whole else Unknown(_GIVEN)
                self.run(function, Func(function, outer.number), (), kwargs)

        self._set_out(function, go)

    def enter_called(self, function: FunctionNode, witness: str) -> None:
        """Run a function that traced code of another file calls, with what is not known."""
        outer = self._outer(function)
        kind, _, where = witness.partition(" at ")
        if outer is None or kind in WEAK or kind.startswith("perhaps "):
            return

        def go() -> None:
            receiver = self.received(function) if self.module.receiver(function) else None
            first = (receiver,) if receiver is not None else ()
            with self.trace(kind, None, where, True):
                self.run(function, Func(function, outer.number, first), (), {}, False)

        self._set_out(function, go)

    # -----------------------------------------------------------------------------------

    def _outer(self, function: FunctionNode) -> Frame | None:
        """The frame that a function was defined in; its function is run first if need be."""
        around = outer_function(self.facts, function)
        return self.top if around is None else self._frame(around)

    def _frame(self, function: FunctionNode) -> Frame | None:
        if function not in self.latest and function not in self.exhausted:
            recording, self.recording = self.recording, False
            self.enter(function)
            self.recording = recording
        return self.latest.get(function)

    def _set_out(self, entry: ast.AST, go: Callable[[], object]) -> None:
        self.left = min(STEPS, FILE_STEPS - self.spent)
        budget, recording = self.left, self.recording
        self.settle(self.own.top)
        self.chain, self.loops, self.guards = [], [], []
        self.traces, self.active = [], []
        try:
            go()
        except (OutOfBudget, RecursionError):
            self.exhausted.add(entry)
        self.recording = recording  # a run may end in a turn of which nothing is noted
        self.spent += budget - max(self.left, 0)


_GIVEN = "who calls it is not seen"
