"""What the turns of loops do: what they carry on, gather, run as it is, and compile anew."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from jaxopt_lint.semantics.jax.machine.contents import leaves, levels_of
from jaxopt_lint.semantics.jax.machine.events import Compiled, Looped, Turn
from jaxopt_lint.semantics.jax.machine.state import Frame
from jaxopt_lint.semantics.jax.machine.values import (
    Array,
    Host,
    Map,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
)
from jaxopt_lint.semantics.jax.machine.work import Work, held_by
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.walking import walk


class Turns(Work):
    """A run, with what its loops have done."""

    def read(self, value: Value) -> Value:
        """Note that a name is read: a turn may need what an earlier one has computed."""
        if self.loops and self.recording:
            parts: Sequence[Value] = (value,)
            if isinstance(value, Seq) and value.items:
                parts = value.items
            elif isinstance(value, Map):
                parts = [held for _, held in value.items]
            elif isinstance(value, Record):
                parts = [held for _, held in value.fields]
            for part in parts:
                made = part.made if isinstance(part, (Array, Tree)) else None
                made = part.holds if isinstance(part, Unknown) else made
                if made is not None:
                    for turn in self.loops:
                        before = turn.started < made.number <= turn.began
                        turn.carries |= before
                        turn.renews |= before and made.number not in self.keys
        return value

    def gathered(self, value: Value) -> None:
        """Note that a value is put into a container, or into a part of an array; what is done about
        an error is what no turn is there for."""
        if not self.recording:
            return
        if leaves(value) or (isinstance(value, Host) and value.array):
            for turn in self.loops:
                turn.gathers = True

    def ran(self, turn: Turn, forwards: int, compiled: int) -> None:
        """Note what the last turn of a loop has done."""
        if self.recording and not self.traces:
            new = [(held_by(turn, n, way), name) for n, name, way in self.forwards[forwards:]]
            steps = [n for t, number, n in self.steps if t is turn and number >= turn.began]
            whole = {node for node, _, _ in self.forwards[forwards:]}
            eager = [
                d for t, d in self.deeds
                if t is turn and d.number > turn.began and d.site not in whole
            ]  # fmt: skip
            self.looped.append(
                Looped(
                    turn, self.frame.function, self.handed - turn.began, self.jitted - compiled,
                    tuple(eager if steps else ()), tuple(dict.fromkeys(steps)),
                    new[0] if new else None, tuple(self.guards[: turn.guards]), self.hosted,
                    frozenset(n for n, v in self.frame.names.items() if _is_unknown(v)),
                    tuple(one for one in self.loops if one is not turn),
                )
            )  # fmt: skip

    def anew(
        self,
        node: ast.expr,
        name: str,
        made: FunctionNode | None,
        number: int,
        wrap: ast.expr | None = None,
    ) -> None:
        """Note that control flow, or what was jitted, is run as it is, of a function that a frame
        has defined; None where it makes one itself."""
        weighed = self.weighed
        if weighed is None and (not self.recording or self.traces or not self.loops):
            return
        frame: Frame | None = self.frames.get(number)
        new = number if frame is not None and frame.function is not None else 0
        while frame is not None and frame.function is not None:
            if getattr(frame.function, "decorator_list", ()):
                return  # what it has made once it may have kept
            frame = frame.outer
        if weighed is not None:
            if new > weighed[0]:
                weighed[1].append((node, name, made, wrap))
            return
        for turn in reversed(self.loops):
            if made is None or new > turn.numbered or any(n is made for n in walk(turn.node)):
                held = held_by(turn, node, tuple(self.chain))
                guarded = len(self.guards) > turn.guards
                again = turn is not self.loops[-1]
                found = Compiled(held, node, name, made, turn, guarded, self.hosted, again, wrap)
                self.compiled_anew.append(found)
                return

    def anew_within(self, node: ast.expr, within: list[Any]) -> None:
        """Note what a transform that compiles nothing comes to in the function that it runs."""
        turn = self.loops[-1]
        held = held_by(turn, node, tuple(self.chain))
        guarded = len(self.guards) > turn.guards
        for site, name, made, wrap in within:
            found = Compiled(held, site, name, made, turn, guarded, self.hosted, False, wrap)
            self.compiled_anew.append(found)

    def meet(self, node: ast.expr, values: Iterable[Value], exact: bool = True) -> None:
        """Note that a call or a test is come to, with some values."""
        if not self.opaque and self.recording and self.met.get(node) is None:
            may = not exact or any(isinstance(v, Unknown) or levels_of(v) for v in values)
            self.met[node] = tuple(self.guards) if may else None


def _is_unknown(value: Value) -> bool:
    if isinstance(value, Record):
        return any(_is_unknown(held) for _, held in value.fields)
    return isinstance(value, Unknown) and not value.of_shapes and value.holds is None
