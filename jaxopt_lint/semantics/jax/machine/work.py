"""The work that is handed to the device, who waits for it, and what clocks show of that."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.api.random import KEY_MAKERS
from jaxopt_lint.semantics.jax.machine.contents import may_hold_arrays
from jaxopt_lint.semantics.jax.machine.events import (
    Concretization,
    Deed,
    Pause,
    Span,
    Turn,
    Wait,
)
from jaxopt_lint.semantics.jax.machine.state import State
from jaxopt_lint.semantics.jax.machine.values import (
    CONCRETE,
    Array,
    Clock,
    Instance,
    Levels,
    Made,
    Seq,
    Tree,
    Unknown,
    Value,
)


class Work(State):
    """A run, with the account of its work: each piece has a number, the newest the largest."""

    def array(
        self,
        node: ast.AST,
        how: str,
        name: str,
        levels: Levels = CONCRETE,
        shape: object = None,
        source: Made | None = None,
    ) -> Array:
        """The result of work that is handed to the device, or noted down in a trace."""
        levels = levels | self.staged
        known = shape if isinstance(shape, tuple) else None
        if levels:
            self.noted += 1
            return Array(levels, known)
        return Array(levels, known, self.hand(node, how, name, source))

    def tree(self, node: ast.AST, how: str, name: str, levels: Levels = CONCRETE) -> Tree:
        """The same for what comes as a container."""
        levels = levels | self.staged
        self.noted += bool(levels)
        return Tree(levels, None if levels else self.hand(node, how, name))

    def hand(self, node: ast.AST, how: str, name: str, source: Made | None = None) -> Made:
        """Note that work is handed to the device."""
        self.handed += 1
        if how == "jitted":
            self.jitted += 1
            if self.recording:
                self.compilations.append((self.handed, node, name, tuple(self.chain)))
                self.tested.append(tuple(self.guards))
                self.turned.append(tuple(self.loops))
        self.operations += how == "eager"
        self.last[node] = self.handed
        before = source.number if source is not None else 0
        if name in KEY_MAKERS or before in self.keys:
            self.keys.add(self.handed)
        elif how == "eager" and self.loops and self.recording and isinstance(node, ast.expr):
            turn = self.loops[-1]
            held = held_by(turn, node, tuple(self.chain))
            guards = tuple(self.guards[turn.guards :])
            self.deeds.append((turn, Deed(self.handed, node, held, name, guards)))
        return Made(node, self.handed, how, name, before, len(self.loops))

    def stepped(self, name: str) -> None:
        """Note that something that was jitted is called."""
        turn = self.loops[-1] if self.loops and self.recording else None
        if turn is not None and all(guard.fails for guard in self.guards[turn.guards :]):
            self.steps.append((turn, self.handed, name))

    # -- waiting ------------------------------------------------------------------------

    def asked(
        self, node: ast.expr, expression: ast.expr, value: Value, via: str, pieces: bool = False
    ) -> None:
        """Python needs to know a value: the program waits, or fails if it is a tracer."""
        if isinstance(value, (Array, Tree)):
            self.waits(node, value.made)
        if not self.recording or not isinstance(value, (Array, Tree)):
            return
        around = (
            node, self.frame.function, tuple(self.chain), tuple(self.loops), tuple(self.guards),
            tuple(self.traces),
        )  # fmt: skip
        if value.levels:
            self.events.append(Concretization(*around, value, expression, via))
            return
        made = value.made
        fresh = None
        behind = busy = False
        work = 0
        if made is not None:
            number = made.number
            fresh = next((t for t in reversed(self.loops) if number > t.began), None)
            behind = self.last.get(made.node, 0) > number
            busy = self._busy_since(number)
            if fresh is not None:
                work = self.handed - fresh.began
        wait = Wait(*around, value, expression, via, fresh, behind, work, pieces=pieces, busy=busy)
        self.events.append(wait)

    def _busy_since(self, number: int) -> bool:
        """Whether something compiled was handed out after some work, wherever the tests that are
        passed now are passed."""
        for (later, *_), guards in zip(
            reversed(self.compilations), reversed(self.tested), strict=True
        ):
            if later <= number:
                return False
            if all(guard in self.guards for guard in guards):
                return True
        return False

    def waits(self, node: ast.AST, made: Made | None = None) -> None:
        """The program waits for some work, and with it for what was handed out before.

        What the same place has made in a later turn of a loop will be waited for in the next.
        """
        number = self.last.get(made.node, made.number) if made is not None else 0
        self.waited.append(Pause(number, self.handed, tuple(self.loops)))
        self._settle_up(node, made.number if made is not None else 0)

    def may_wait(self, node: ast.AST, runs: bool = True) -> None:
        """Code that is not seen may wait for all that was handed out.

        Args:
            runs: it may as well hand out work itself; to show a number does not.
        """
        self.unseen.append(Pause(0, self.handed, tuple(self.loops), runs))
        self._settle_up(node, self.handed)

    def shows(self, node: ast.AST, values: Iterable[Value]) -> None:
        """Something needs the numbers behind some values, if they have any."""
        if any(may_hold_arrays(value) for value in values):
            self.may_wait(node, runs=False)

    def hands_out(self, node: ast.AST, source: Value) -> None:
        """Something is gone over: where that runs code, it may wait, unless nobody knows what it
        is, and it holds nothing that was computed here: a data loader has nothing to wait for."""
        match source:
            case Unknown(_, False, Made()):
                self.may_wait(node)
            case Instance() if self.hands_out_itself(source):
                self.may_wait(node)
            case Seq("iterator"):
                self.shows(node, (source,))

    def hands_out_itself(self, owner: Instance) -> bool:
        """Whether the class of an object says what going over it hands out, and no library does."""
        raise NotImplementedError

    def _settle_up(self, node: ast.AST, number: int) -> None:
        self.settled, self.settler = max(number, self.settled), node

    def clock(self, node: ast.AST) -> Clock:
        """What a clock shows."""
        loops = self.loops
        began = loops[-1].began if loops else 0
        waits, unseen = len(self.waited), len(self.unseen)
        return Clock(
            node, self.handed, self.settled, self.settler, waits, unseen, len(loops), began
        )

    def span(self, end: Clock, start: Clock) -> None:
        """Note that the time between two readings is taken, if compiled work was handed out."""
        same_turn = (end.loops, end.began) == (start.loops, start.began)
        if not self.recording or self.traces or not same_turn:
            return
        within = [c for c in self.compilations if start.handed < c[0] <= end.handed]
        if not within or not isinstance(end.node, ast.expr):
            return
        _, call, name, way = within[-1]
        # What was handed out before the first of that work says nothing of it.
        first = within[0][0]
        known, perhaps = (
            self.waited[start.waits : end.waits],
            self.unseen[start.unseen : end.unseen],
        )
        for_these = any(not one.number or one.number >= first for one in known)
        waited = end.settled >= first or for_these
        waited = waited or any(one.may_be_for(first, start.loops) for one in perhaps)
        flying = [c for c in self.compilations if start.settled < c[0] <= start.handed]
        ahead = flying[-1][1] if flying and flying[-1][2] == name and for_these else None
        runs = self._runs(start, end)
        counted = [count for count in runs.values() if count is not None]
        self.events.append(
            Span(
                end.node, self.frame.function, tuple(self.chain), tuple(self.loops),
                tuple(self.guards), (), start.node, call, name, way,
                end.settler if waited else None, ahead=ahead,
                runs=sum(counted) if len(counted) == len(runs) else None, last=runs[call],
            )
        )  # fmt: skip

    def _runs(self, start: Clock, end: Clock) -> dict[ast.AST, int | None]:
        """How often the calls of compiled functions between two readings are made, by the loops
        around each; None where that is not known."""
        runs: dict[ast.AST, int | None] = {}
        for (number, site, *_), loops in zip(self.compilations, self.turned, strict=True):
            if start.handed < number <= end.handed:
                counts = [loop.count for loop in loops[end.loops :]]
                known = [count for count in counts if count is not None]
                runs[site] = math.prod(known) if len(known) == len(counts) else None
        return runs


def held_by(turn: Turn, node: ast.expr, chain: tuple[ast.AST, ...]) -> ast.expr:
    """A call in a turn, or the call in the turn that leads to it, through whatever other calls: so
    it stands where the loop does, in whichever file the others stand."""
    first = chain[turn.depth] if len(chain) > turn.depth else node
    return first if isinstance(first, ast.expr) else node
