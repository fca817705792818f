"""What in a step's loop waits for the device on every turn.

What a step gives back is on the device, and so is a value made from it without leaving the
device. Such values are followed by name through the body of the loop, twice around. Once a step
has been waited for, further reads of it in the same turn cost little: a step is reported once.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS, METADATA
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.effects.deeds import shown
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python import (
    COMPREHENSIONS,
    FUNCTIONS,
    LOOPS,
    Loop,
    grouped,
    names_in,
    paired,
)
from jaxopt_lint.semantics.subjects.transfer.needs import (
    besides_counting,
    may_wait_by_itself,
    only_asks,
    sent_out,
    steers,
)
from jaxopt_lint.semantics.subjects.transfer.some_turns import (
    begins_later,
    leaves,
    scanned_otherwise,
    some_turns,
    stored_in,
)
from jaxopt_lint.semantics.subjects.transfer.step_results import larger_result
from jaxopt_lint.semantics.subjects.transfer.steps import (
    StepCall,
    is_modulo,
    is_periodic,
    skips_most_turns,
    steps,
    waits_by_itself,
)
from jaxopt_lint.semantics.subjects.transfer.turn_times import times_its_turns
from jaxopt_lint.semantics.subjects.transfer.unreported import say_why
from jaxopt_lint.semantics.subjects.transfer.waits import waits
from jaxopt_lint.semantics.subjects.transfer.weight import FEW


@dataclass(frozen=True, slots=True, eq=False)
class Sync:
    """One place in a step's loop where Python waits for the device on every turn.

    Attributes:
        node: what waits.
        kind: "fetch", "block", "print" or "test".
        value: the device value that it waits for.
        step: the step whose result that is.
        array: why the value is certainly more than one number; None where nothing proves it.
        needed: the host needs some result of that step on every turn anyway, or times the turn.
        also: what else waits for the same step in the same turn, in source order.
    """

    node: ast.expr
    kind: str
    value: ast.expr
    step: StepCall
    array: str | None = None
    needed: bool = False
    also: tuple[Sync, ...] = ()

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        return None if self.step.known and not self.needed else Severity.INFO

    @property
    def assumed(self) -> tuple[str, ...]:
        """What is taken for granted."""
        return () if self.step.known else (f"`{ast.unparse(self.step.call.func)}` is compiled",)


@fact
def syncs(facts: Facts) -> dict[ast.expr, Sync]:
    """Where the loops of a file wait for the device on every turn: once for each step, besides
    the places that wait for it explicitly."""
    found: dict[ast.expr, Sync] = {}
    loops = grouped((step.loop, step) for step in steps(facts))
    for loop, calls in loops.items():
        calls = [step for step in calls if not scanned_otherwise(facts, step)]
        calls = [step for step in calls if not waits_by_itself(facts, step.call.func)]
        if calls and not _brief(facts, loop):
            for sync in _leading(facts, loop, _Walk(facts, loop, calls)):
                found.setdefault(sync.node, sync)
    if facts.asked:
        also = {other.node: s.node for s in found.values() for other in s.also}
        say_why(facts, loops, found, also)
    return found


def _brief(facts: Facts, loop: Loop) -> bool:
    """Whether a loop is one of a test, or is known to have few turns: as for what the machine sees
    to wait."""
    turns = usual_turns(facts, loop)
    return in_test(facts, loop) or (turns is not None and not turns.why and turns.number < FEW)


def _leading(facts: Facts, loop: Loop, walk: _Walk) -> list[Sync]:
    """The first wait for each step, with the others; explicit waits apart."""
    out: list[Sync] = []
    ordered = sorted(walk.syncs(), key=lambda s: (s.node.lineno, s.node.col_offset))
    by_step = grouped((sync.step.call, sync) for sync in ordered)
    # A test of one step stops the host: what the others have computed is there by then.
    tests = any(s.kind == "test" for s in besides_counting(facts, loop, ordered))
    waits_anyway = tests or may_wait_by_itself(facts, loop)
    for found in by_step.values():
        blocks = [s for s in found if s.kind == "block"]
        out += blocks  # each is a statement of its own to take out
        rest = [s for s in found if s.kind != "block"]
        # What goes to a simulator or a file has to be there, and is no finding.
        sent = {s: None if s.kind == "test" else sent_out(facts, loop, s.node) for s in rest}
        free = [s for s in rest if not sent[s]]
        telling = besides_counting(facts, loop, rest)
        needed = waits_anyway or any(sent[s] is not False for s in telling)
        needed = needed or any(steers(facts, loop, s.node) for s in free if s in telling)
        needed = needed or any(times_its_turns(facts, loop, s.node) for s in rest)
        needed = needed and not only_asks(facts, loop)
        needed = needed or any(begins_later(facts, s.node, loop) for s in rest)
        # Arrays first: they cost the most. Tests last: they are for information only.
        free.sort(key=lambda s: (s.array is None, s.kind == "test"))
        first = free[0] if free else None
        if first is not None:
            others = tuple(s for s in rest if s is not first)
            out.append(replace(first, needed=needed, also=others))
    return out


@dataclass(frozen=True, slots=True)
class _Origin:
    """A step, and how often it had been called in this walk when the value came out of it."""

    step: StepCall
    turn: int


@dataclass(slots=True)
class _Walk:
    """Follows what a step gives back through the body of its loop."""

    facts: Facts
    loop: Loop
    steps: list[StepCall]
    calls: dict[ast.Call, StepCall] = field(default_factory=dict)
    device: dict[str, _Origin] = field(default_factory=dict)  # by unparsed name
    turns: dict[ast.Call, int] = field(default_factory=dict)
    found: dict[ast.expr, Sync] = field(default_factory=dict)
    stored: frozenset[str] = frozenset()
    recording: bool = False

    def syncs(self) -> list[Sync]:
        self.calls = {c.call: c for c in self.steps}
        self.turns = dict.fromkeys(self.calls, 0)
        self.stored = stored_in(self.facts, self.loop)
        if not self._excused() and not leaves(self.loop.body):
            self._block(self.loop.body)
            self.recording = True
            if isinstance(self.loop, ast.While):
                self._test(self.loop.test)
            self._block(self.loop.body)
        return list(self.found.values())

    def _excused(self) -> bool:
        """Whether some `if` around the loop lets it run on some turns of an outer loop only."""
        outer = body_loop(self.facts, self.loop) is not None
        for inner, around in self.facts.module.way_out(self.loop):
            if isinstance(around, FUNCTIONS):
                return False
            if isinstance(around, ast.If) and inner is not around.test:
                if is_periodic(self.facts, around.test) or (
                    outer and some_turns(self.facts, around.test, self.stored)
                ):
                    return True
        return False

    # -- statements ---------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> None:
        for i, statement in enumerate(body):
            self._statement(statement)
            rest = body[i + 1 :]
            if self._skips_rest(statement) and not self._calls_a_step(rest):
                self._forget(rest)
                return

    def _skips_rest(self, statement: ast.stmt) -> bool:
        """`if step % n: continue`: what follows is done on some turns only."""
        if not isinstance(statement, ast.If) or not isinstance(statement.body[-1], ast.Continue):
            return False
        if any(is_modulo(n) for n in ast.walk(statement.test)):
            return skips_most_turns(self.facts, statement)
        return some_turns(self.facts, statement.test, self.stored)

    def _calls_a_step(self, body: list[ast.stmt]) -> bool:
        return any(n in self.calls for s in body for n in ast.walk(s))

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            if node.value is None:
                return
            self._expr(node.value)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target, value in (pair for t in targets for pair in paired(t, node.value)):
                self._assign(target, value)
        elif isinstance(node, ast.AugAssign):
            self._expr(node.value)
            origin = self._source(node.value)
            if origin is not None:
                self._store(ast.unparse(node.target), origin)
        elif isinstance(node, ast.If):
            self._branches(node)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self._block(node.body)
        elif isinstance(node, ast.Try):
            self._block(node.body)
            self._block(node.orelse)
            self._block(node.finalbody)
        elif isinstance(node, LOOPS):
            # An inner loop has its own steps; `for x in result` fetches piece by piece.
            self._forget(node.body)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Return, ast.Raise)):
            return  # what a return or an error fetches is fetched once
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self._expr(child)

    def _branches(self, node: ast.If) -> None:
        if some_turns(self.facts, node.test, self.stored):
            # What is done there is done on some turns only; what is stored there may be anything.
            self._asked_always(node.test)
            self._forget(node.body)
            self._forget(node.orelse)
            return
        self._test(node.test)
        before = dict(self.device)
        ends = []
        for body in (node.body, node.orelse):
            self.device = dict(before)
            if not leaves(body):  # a way out of the loop is taken once
                self._block(body)
                if not (body and isinstance(body[-1], ast.Continue)):
                    ends.append(self.device)
        self.device = ends[0] if ends else {}
        for other in ends[1:]:
            self.device = {n: o for n, o in self.device.items() if n in other}

    def _asked_always(self, test: ast.expr) -> None:
        """Report what a test waits for before it comes to a part that holds now and then."""
        for part in test.values if isinstance(test, ast.BoolOp) else [test]:
            names = [n for n in ast.walk(part) if isinstance(n, (ast.Name, ast.Attribute))]
            if any(self._source(name) is not None for name in names):
                self._test(part)
            elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
                if some_turns(self.facts, part, self.stored):
                    return

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(value, ast.Call) and value in self.calls:
            self.turns[value] += 1
            origin: _Origin | None = _Origin(self.calls[value], self.turns[value])
        else:
            origin = self._source(value)
        for name in names_in(target):
            self._store(ast.unparse(name), origin)

    def _store(self, name: str, origin: _Origin | None) -> None:
        parts = (f"{name}.", f"{name}[")
        for known in [n for n in self.device if n == name or n.startswith(parts)]:
            del self.device[known]
        if origin is not None:
            self.device[name] = origin

    def _forget(self, body: list[ast.stmt]) -> None:
        for statement in body:
            for node in ast.walk(statement):
                if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
                    self._store(ast.unparse(node), None)

    # -- expressions --------------------------------------------------------------------

    def _test(self, test: ast.expr) -> None:
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            for value in test.values:
                self._test(value)
                if some_turns(self.facts, value, self.stored):
                    return  # the others are asked on some turns only
            return
        self._expr(test)
        for node in [test, *ast.iter_child_nodes(test)]:
            if isinstance(node, ast.Compare) and not any(
                isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops
            ):
                for side in (node.left, *node.comparators):
                    self._report(node, "test", side)
            elif isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)) and (
                node is test or isinstance(test, (ast.BoolOp, ast.UnaryOp))
            ):
                self._report(node, "test", node)

    def _expr(self, node: ast.expr) -> bool:
        """Report what waits within an expression, innermost first; whether anything does."""
        if isinstance(node, (*FUNCTIONS, *COMPREHENSIONS)):
            return False
        if isinstance(node, ast.IfExp) and some_turns(self.facts, node.test, self.stored):
            self._asked_always(node.test)
            return False
        inner = False
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                inner |= self._expr(child)
            elif isinstance(child, ast.keyword):
                inner |= self._expr(child.value)
        if inner:
            return True
        kind, values = waits(self.facts, node) if isinstance(node, ast.Call) else ("", [])
        if isinstance(node, ast.JoinedStr) and not self._printed(node):
            kind, values = "print", shown([node])
        return any(self._report(node, kind, value) for value in values)

    def _printed(self, text: ast.JoinedStr) -> bool:
        """Whether a text is made for a call that writes it: that is what is reported then."""
        for around in self.facts.module.ancestors(text):
            if isinstance(around, ast.stmt):
                return False
            if isinstance(around, ast.Call) and waits(self.facts, around)[0] == "print":
                return True
        return False

    def _report(self, node: ast.expr, kind: str, value: ast.expr) -> bool:
        origin = self._source(value)
        if origin is None:
            return False
        # A value of the turn before, read after the next step was handed out: it is ready.
        behind = origin.turn < self.turns[origin.step.call]
        if self.recording and not behind:
            if node not in self.found:
                array = larger_result(self.facts, origin.step, value) if kind != "test" else None
                self.found[node] = Sync(node, kind, value, origin.step, array)
        return True

    def _source(self, node: ast.expr) -> _Origin | None:
        """The step that a device value comes from; None for anything else."""
        text = ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
        if text in self.device:
            return self.device[text]
        if isinstance(node, ast.Attribute):
            return None if node.attr in _METADATA else self._source(node.value)
        if isinstance(node, (ast.Subscript, ast.Starred)):
            return self._source(node.value)
        if isinstance(node, ast.BinOp):
            return self._source(node.left) or self._source(node.right)
        if isinstance(node, ast.UnaryOp):
            return self._source(node.operand)
        if isinstance(node, ast.Call):
            if tracing(self.facts).jitted(node.func) is not None:
                found = (self._source(a) for a in node.args)
                return next((s for s in found if s is not None), None)
            name = self.facts.names.of(node.func) or ""
            if name.startswith(("jax.numpy.", "jax.lax.", "jax.nn.")) and node.args:
                return self._source(node.args[0])
            if name in _LAST:
                return self._source(node.args[-1]) if node.args else None
            if isinstance(node.func, ast.Attribute) and node.func.attr in _DEVICE_METHODS:
                return self._source(node.func.value)
        return None


_METADATA = METADATA | {"nbytes", "apply_fn", "tx", "at"}
# What gives back its last argument, as far as it is known here.
_LAST = LEAF_MAPS | {"flax.jax_utils.unreplicate"}
_DEVICE_METHODS = frozenset(
    {"sum", "mean", "max", "min", "std", "astype", "reshape", "squeeze", "ravel", "flatten"}
)
