"""What statements do: they bind, part and join ways, go around, and leave."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.calls import Calls
from jaxopt_lint.semantics.jax.machine.contents import either_way
from jaxopt_lint.semantics.jax.machine.events import Guard
from jaxopt_lint.semantics.jax.machine.lattice import join, join_all
from jaxopt_lint.semantics.jax.machine.state import Kept
from jaxopt_lint.semantics.jax.machine.values import (
    NONE,
    Array,
    Const,
    Host,
    Instance,
    Manager,
    Seq,
    Unknown,
    Value,
    truth,
)
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.walking import children, walk


class End(Enum):
    """How a block ends."""

    FALLS = "what stands behind it runs"
    MAYBE = "some ways leave it"
    LEAVES = "all ways leave it"


class Statements(Calls):
    """Runs statements in the present frame."""

    def body(self, function: FunctionNode) -> Value:
        """Run a function's body in its frame; what it returns."""
        frame = self.frame
        if isinstance(function, ast.Lambda):
            return self.expr(function.body)
        end = self.block(function.body)
        out = list(frame.returned)
        if end is not End.LEAVES:
            out.append(NONE)
        return join_all(out) if out else Unknown("it raises")

    def block(self, body: Sequence[ast.stmt]) -> End:
        """Run statements one after the other."""
        before = len(self.guards)
        end = End.FALLS
        for statement in body:
            how = self.statement(statement)
            if how is End.LEAVES:
                end = End.LEAVES
                break
            if how is End.MAYBE:
                end = End.MAYBE
        del self.guards[before:]
        return end

    def statement(self, node: ast.stmt) -> End:
        self.spend()
        run = _RUN.get(type(node))
        if run is not None:
            return run(self, node)
        for child in children(node):
            if isinstance(child, ast.expr):
                self.expr(child)
        return End.FALLS

    # -- plain ones ---------------------------------------------------------------------

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> End:
        self.frame.names[node.name] = self.defined(node)
        return End.FALLS

    def _import(self, node: ast.Import | ast.ImportFrom) -> End:
        return End.FALLS  # names that are imported are looked up where they are read

    def _assign(self, node: ast.Assign) -> End:
        value = self.expr(node.value)
        for target in node.targets:
            self.assign(target, value)
        return End.FALLS

    def _annotated(self, node: ast.AnnAssign) -> End:
        if node.value is not None:
            self.assign(node.target, self.expr(node.value))
        return End.FALLS

    def _augmented(self, node: ast.AugAssign) -> End:
        before = self.expr(node.target)
        value = self.expr(node.value)
        if isinstance(before, Host):
            trips.write(self, before)  # arrays of NumPy are changed where they are
        # The operator stands for the whole: what it asks for is reported at the value.
        self.store(node.target, self.operated(node.value, type(node.op), before, value, node.value))
        return End.FALLS

    def _expression(self, node: ast.Expr) -> End:
        self.expr(node.value)
        return End.FALLS

    def _return(self, node: ast.Return) -> End:
        self.frame.returned.append(NONE if node.value is None else self.expr(node.value))
        return End.LEAVES

    def _raise(self, node: ast.Raise) -> End:
        return End.LEAVES  # what an error shows is fetched once

    def _away(self, node: ast.Break | ast.Continue) -> End:
        return End.LEAVES

    def _assert(self, node: ast.Assert) -> End:
        self.test(node.test, "assert")
        return End.FALLS

    def _delete(self, node: ast.Delete) -> End:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.frame.names.pop(target.id, None)
        return End.FALLS

    # -- ways that part -----------------------------------------------------------------

    def _if(self, node: ast.If) -> End:
        known = self.test(node.test, "if")
        decided = truth(known)
        if decided is not None:
            return self.block(node.body if decided else node.orelse)
        before = self.snapshot()
        with self.guarded(node.test, known):
            first = self.block(node.body)
        after = self.snapshot()
        self.restore(before)
        with self.guarded(node.test, known):
            second = self.block(node.orelse)
        return self._met(node.test, known, first, after, second)

    def _met(
        self, test: ast.expr | None, known: Value, first: End, after: Kept, second: End
    ) -> End:
        """Two ways meet: the first one's state is given, the second one's is the present."""
        if first is End.LEAVES and second is End.LEAVES:
            return End.LEAVES
        if second is End.LEAVES:
            self.restore(after)
        elif first is not End.LEAVES:
            self.merge(after)
        if first is End.FALLS and second is End.FALLS:
            return End.FALLS
        # Whoever comes here has not left before; the block that is run takes the guard away.
        depth, fails = len(self.chain), _only_raises(test, self.module.parent)
        self.guards.append(Guard(test, either_way(known), depth, True, fails))
        return End.MAYBE

    def _match(self, node: ast.Match) -> End:
        self.expr(node.subject)
        before = self.snapshot()
        ends: list[End] = []
        for case in node.cases:
            self.restore(before)
            for inner in walk(case.pattern):
                name = getattr(inner, "name", None)
                if isinstance(name, str):
                    self.frame.names[name] = Unknown("it is taken out of a match")
            with self.guarded(None):
                ends.append(self.block(case.body))
        self.restore(before)
        return End.FALLS if all(e is End.FALLS for e in ends) else self._perhaps_left()

    def _perhaps_left(self) -> End:
        self.guards.append(Guard(None, False, len(self.chain), True))
        return End.MAYBE

    def _try(self, node: ast.Try) -> End:
        before = self.snapshot()
        # An error inside may be what is waited for.
        if node.handlers:
            with self.guarded(None):
                first = self.block(node.body)
        else:
            first = self.block(node.body)
        if first is not End.LEAVES:
            self.block(node.orelse)
        after = self.snapshot()
        ends = [first]
        for handler in node.handlers:
            self.restore(before)
            if handler.name:
                self.frame.names[handler.name] = Unknown("an error")
            recording, self.recording = self.recording, False
            ends.append(self.block(handler.body))
            self.recording = recording
        self.restore(after)
        last = self.block(node.finalbody)
        if last is End.LEAVES or (ends and all(e is End.LEAVES for e in ends)):
            return End.LEAVES
        return End.FALLS if all(e is End.FALLS for e in ends) else self._perhaps_left()

    def _with(self, node: ast.With | ast.AsyncWith) -> End:
        return self._entered(node, 0)

    def _entered(self, node: ast.With | ast.AsyncWith, place: int) -> End:
        """Enter what a `with` names from some place on, and run its block."""
        if place == len(node.items):
            return self.block(node.body)
        item = node.items[place]
        func = item.context_expr
        value = self.expr(func)

        def go(held: Value) -> End:
            if item.optional_vars is not None:
                self.assign(item.optional_vars, held)
            return self._entered(node, place + 1)

        if self.facts.names.of(func.func if isinstance(func, ast.Call) else func) in _AT_ONCE:
            with self.evaluated():
                return go(_ENTERED)
        match value:
            case Manager(_, args) if args is not None:
                return self._managed(func, value, go)
            case Instance():
                enter, leave = (self.looked_up(value, n) for n in ("__enter__", "__exit__"))
                if enter is not None and leave is not None:
                    end = go(self.call(func, enter, (), {}))
                    self.call(func, leave, (NONE, NONE, NONE), {})
                    return end
        quiet = self.facts.names.call(func) in _QUIET
        if not quiet:
            self.may_wait(func)
        end = go(value if isinstance(value, Seq) else _ENTERED)
        if not quiet:
            self.may_wait(func)
        return end

    def _managed(self, node: ast.expr, manager: Manager, go: Callable[[Value], End]) -> End:
        """Run a block where the generator function of its context manager stands still."""
        around, ends = self.frame, list[End]()
        outside = len(self.chain), len(self.active)

        def within(held: Value) -> None:
            inside, chain, active = self.frame, self.chain[outside[0] :], self.active[outside[1] :]
            del self.chain[outside[0] :], self.active[outside[1] :]
            self.settle(around)
            try:
                ends.append(go(held))
            finally:
                self.settle(inside)
                self.chain += chain
                self.active += active

        self.manage(node, manager, within)
        return ends[0] if ends else go(_ENTERED)

    # -- loops --------------------------------------------------------------------------

    def _for(self, node: ast.For | ast.AsyncFor) -> End:
        source = self.expr(node.iter)
        item, count = self.iterated(source, node.iter)
        if count == 0:
            return self.block(node.orelse)

        def begin() -> None:
            self.hands_out(node.iter, source)
            # An array hands out its items one by one.
            held = self.iterated(source, node.iter)[0] if isinstance(source, Array) else item
            self.assign(node.target, held)

        end = self._around(node, count, begin, None, self.gone_over(source))
        self.hands_out(node.iter, source)
        return end

    def _while(self, node: ast.While) -> End:
        known = self.test(node.test, "while")
        if truth(known) is False:
            return self.block(node.orelse)
        return self._around(node, None, lambda: None, node.test, "while")

    def _around(
        self,
        node: ast.For | ast.AsyncFor | ast.While,
        count: int | None,
        begin: Callable[[], None],
        test: ast.expr | None,
        over: str,
    ) -> End:
        """Run a loop: once to see what a turn leaves behind, and once as any later turn."""
        turn = self._turn(node, count, over)
        self.loops.append(turn)
        before = self.snapshot()
        returned = len(self.frame.returned)
        begin()
        recording, self.recording = self.recording, False
        end = self.block(node.body)
        self.recording = recording
        once = count == 1 or (end is End.LEAVES and not _may_continue(node))
        if once:
            self.restore(before)
        else:
            self._widen(before[0])
        if recording or once:
            del self.frame.returned[returned:]
            turn.began, turn.numbered = self.handed, self.numbers
            forwards, compiled = len(self.forwards), self.jitted
            begin()
            end = self.block(node.body)
            if test is not None and end is not End.LEAVES:
                self.test(test, "while")
            self.ran(turn, forwards, compiled)
        self.loops.pop()
        turn.ended = self.handed
        if count is None:
            self.merge(before)
        self.block(node.orelse)
        if end is End.FALLS or not _returns(node):
            return End.FALLS
        return self._perhaps_left()

    def _widen(self, before: dict[str, Value]) -> None:
        """Numbers that a turn has changed differ from turn to turn."""
        for name, value in self.frame.names.items():
            was = before.get(name)
            if was is not None and was != value and isinstance(value, Const):
                self.frame.names[name] = join(was, value) if was != NONE else value
            elif isinstance(value, Seq) and was != value and value.kind == "list":
                self.frame.names[name] = self.widened(value)
            elif isinstance(value, Host) and isinstance(was, Const):
                self.frame.names[name] = Host((), value.array)


def _only_raises(test: ast.expr | None, parent: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether the ways that leave an `if` raise."""
    around = parent.get(test) if test is not None else None
    return isinstance(around, ast.If) and not any(
        isinstance(n, (ast.Return, ast.Continue, ast.Break)) for n in walk(around)
    )


def _may_continue(loop: ast.AST) -> bool:
    return any(isinstance(n, ast.Continue) for n in walk(loop))


def _returns(loop: ast.AST) -> bool:
    return any(isinstance(n, ast.Return) for n in walk(loop))


_ENTERED = Unknown("it is what a context manager hands out")
_AT_ONCE = frozenset(
    {"jax.ensure_compile_time_eval", "jax.core.eval_context", "jax._src.core.eval_context"}
)
# They say how the block is run, and wait for nothing when it is over.
_QUIET = frozenset(
    {"jax.disable_jit", "jax.default_device", "jax.default_matmul_precision", "jax.named_scope",
     "jax.transfer_guard", "jax.set_mesh", "jax.sharding.use_mesh", "jax.sharding.Mesh",
     "jax.profiler.TraceAnnotation", "jax.profiler.StepTraceAnnotation", "contextlib.nullcontext"}
)  # fmt: skip
_RUN: dict[type[ast.stmt], Callable[..., End]] = {
    ast.FunctionDef: Statements._definition, ast.AsyncFunctionDef: Statements._definition,
    ast.ClassDef: Statements._definition, ast.Import: Statements._import,
    ast.ImportFrom: Statements._import, ast.Assign: Statements._assign,
    ast.AnnAssign: Statements._annotated, ast.AugAssign: Statements._augmented,
    ast.Expr: Statements._expression, ast.Return: Statements._return,
    ast.Raise: Statements._raise, ast.Break: Statements._away, ast.Continue: Statements._away,
    ast.Assert: Statements._assert, ast.Delete: Statements._delete, ast.If: Statements._if,
    ast.Match: Statements._match, ast.Try: Statements._try, ast.With: Statements._with,
    ast.AsyncWith: Statements._with, ast.For: Statements._for, ast.AsyncFor: Statements._for,
    ast.While: Statements._while,
}  # fmt: skip
