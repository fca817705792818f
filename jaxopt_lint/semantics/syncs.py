"""What in a step's loop waits for the device on every turn.

What a step gives back is on the device, and so is a value made from it without leaving the
device. Such values are followed by name through the body of the loop, twice around.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from jaxopt_lint.semantics.module import COMPREHENSIONS, FUNCTIONS
from jaxopt_lint.semantics.steps import (
    Loop,
    StepCall,
    is_periodic,
    names_in,
    skips_most_turns,
    steps,
)

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts


@dataclass(frozen=True, slots=True)
class Sync:
    """One place in a step's loop where Python waits for the device on every turn.

    Attributes:
        node: what waits.
        kind: "fetch", "block", "print" or "test".
        value: the device value that it waits for.
        step: the step whose result that is.
    """

    node: ast.expr
    kind: str
    value: ast.expr
    step: StepCall


def syncs(facts: Facts) -> dict[ast.expr, Sync]:
    """Where the loops of a file wait for the device on every turn."""
    found = _syncs.get(facts)
    if found is None:
        found = _syncs[facts] = {}
        loops: dict[Loop, list[StepCall]] = {}
        for step in steps(facts):
            loops.setdefault(step.loop, []).append(step)
        for loop, calls in loops.items():
            for sync in _Walk(facts, loop, calls).syncs():
                found.setdefault(sync.node, sync)
    return found


_syncs: WeakKeyDictionary[Facts, dict[ast.expr, Sync]] = WeakKeyDictionary()


class _Walk:
    """Follows what a step gives back through the body of its loop."""

    def __init__(self, facts: Facts, loop: Loop, calls: list[StepCall]) -> None:
        self.facts = facts
        self.module = facts.module
        self.loop = loop
        self.calls = {c.call: c for c in calls}
        self.device: dict[str, StepCall] = {}  # unparsed name -> the step it comes from
        self.found: list[Sync] = []
        self.recording = False

    def syncs(self) -> list[Sync]:
        if not self._excused(self.loop):
            self._block(self.loop.body)
            self.recording = True
            if isinstance(self.loop, ast.While):
                self._test(self.loop.test)
            self._block(self.loop.body)
        return self.found

    def _excused(self, node: ast.AST) -> bool:
        """Whether some `if` around, in this function, lets only some turns through."""
        inner = node
        for around in self.module.ancestors(node):
            if isinstance(around, FUNCTIONS):
                return False
            if isinstance(around, ast.If) and inner is not around.test:
                if is_periodic(self.facts, around.test):
                    return True
            inner = around
        return False

    # -- statements ---------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> None:
        for i, statement in enumerate(body):
            if skips_most_turns(self.facts, statement):
                self._forget(body[i:])
                return
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            if node.value is None:
                return
            self._expr(node.value)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            step = self.calls.get(node.value) if isinstance(node.value, ast.Call) else None
            step = step or self._source(node.value)
            for target in targets:
                for name in names_in(target):
                    self._store(ast.unparse(name), step)
        elif isinstance(node, ast.AugAssign):
            self._expr(node.value)
            step = self._source(node.value)
            if step is not None:
                self._store(ast.unparse(node.target), step)
        elif isinstance(node, ast.If):
            if is_periodic(self.facts, node.test):
                # What is done there is done on some turns only; what is stored there may be
                # anything.
                self._forget(node.body)
                self._block(node.orelse)
                return
            self._test(node.test)
            before = dict(self.device)
            self._block(node.body)
            after, self.device = self.device, before
            self._block(node.orelse)
            self.device = {n: s for n, s in self.device.items() if n in after}
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self._block(node.body)
        elif isinstance(node, ast.Try):
            self._block(node.body)
            self._block(node.orelse)
            self._block(node.finalbody)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            # An inner loop has its own steps; `for x in result` fetches piece by piece.
            self._forget(node.body)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            return
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self._expr(child)

    def _store(self, name: str, step: StepCall | None) -> None:
        for known in [
            n for n in self.device if n == name or n.startswith((f"{name}.", f"{name}["))
        ]:
            del self.device[known]
        if step is not None:
            self.device[name] = step

    def _forget(self, body: list[ast.stmt]) -> None:
        for statement in body:
            for node in ast.walk(statement):
                if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
                    self._store(ast.unparse(node), None)

    # -- expressions --------------------------------------------------------------------

    def _test(self, test: ast.expr) -> None:
        self._expr(test)
        for node in [test, *ast.iter_child_nodes(test)]:
            if isinstance(node, ast.Compare) and not any(
                isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops
            ):
                for side in (node.left, *node.comparators):
                    self._report(node, "test", side)
            elif isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and (
                node is test or isinstance(test, (ast.BoolOp, ast.UnaryOp))
            ):
                self._report(node, "test", node)

    def _expr(self, node: ast.expr) -> None:
        """Report what waits within an expression, innermost first."""
        if isinstance(node, (*FUNCTIONS, *COMPREHENSIONS)):
            return
        before = len(self.found)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._expr(child)
            elif isinstance(child, ast.keyword):
                self._expr(child.value)
        if isinstance(node, ast.Call) and len(self.found) == before:
            kind, values = self._waits(node)
            for value in values:
                if self._report(node, kind, value):
                    break

    def _waits(self, call: ast.Call) -> tuple[str, list[ast.expr]]:
        func, names = call.func, self.facts.names
        given = [*call.args, *(k.value for k in call.keywords)]
        if names.is_builtin(func, "float", "int", "bool") and len(call.args) == 1:
            return "fetch", [call.args[0]]
        if names.is_builtin(func, "print"):
            return "print", _shown(given)
        name = names.of(func) or ""
        if name == "jax.device_get" and call.args:
            # Several values at once: the author has gathered them already.
            several = isinstance(call.args[0], (ast.Tuple, ast.List, ast.Dict))
            return "fetch", [] if several else [call.args[0]]
        if name in ("numpy.asarray", "numpy.array", "numpy.mean", "numpy.sum", "numpy.isnan"):
            return "fetch", call.args[:1]
        if name == "jax.block_until_ready" and call.args:
            return "block", [call.args[0]]
        if isinstance(func, ast.Attribute):
            if func.attr in ("item", "tolist") and not call.args:
                return "fetch", [func.value]
            if func.attr == "block_until_ready":
                return "block", [func.value]
            if func.attr in _WRITERS:
                return "print", _shown(given)
        return "", []

    def _report(self, node: ast.expr, kind: str, value: ast.expr) -> bool:
        step = self._source(value)
        if step is None or self._published(node):
            return False
        if self.recording and all(s.node is not node for s in self.found):
            self.found.append(Sync(node, kind, value, step))
        return True

    def _published(self, node: ast.expr) -> bool:
        """Whether a fetched value goes into an attribute, where others wait for it."""
        statement = self.module.statement(node)
        return isinstance(statement, ast.Assign) and any(
            isinstance(t, ast.Attribute) for t in statement.targets
        )

    def _source(self, node: ast.expr) -> StepCall | None:
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
            if self.facts.tracing.jitted(node.func) is not None:
                found = (self._source(a) for a in node.args)
                return next((s for s in found if s is not None), None)
            name = self.facts.names.of(node.func) or ""
            if name.startswith(("jax.numpy.", "jax.lax.", "jax.nn.")) and node.args:
                return self._source(node.args[0])
            if name in ("flax.jax_utils.unreplicate", "jax.tree.map", "jax.tree_util.tree_map"):
                return self._source(node.args[-1]) if node.args else None
            if isinstance(node.func, ast.Attribute) and node.func.attr in _DEVICE_METHODS:
                return self._source(node.func.value)
        return None


def _shown(given: list[ast.expr]) -> list[ast.expr]:
    """What a call that writes text or logs is given, f-strings and dictionaries opened."""
    out: list[ast.expr] = []
    for node in given:
        if isinstance(node, ast.JoinedStr):
            out += [p.value for p in node.values if isinstance(p, ast.FormattedValue)]
        elif isinstance(node, ast.Dict):
            out += _shown(node.values)
        elif isinstance(node, (ast.Tuple, ast.List)):
            out += _shown(node.elts)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            out += _shown([node.right])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            out += _shown(node.args) if node.func.attr == "format" else [node]
        else:
            out.append(node)
    return out


_METADATA = frozenset(
    {"shape", "dtype", "ndim", "size", "sharding", "nbytes", "apply_fn", "tx", "at"}
)
_DEVICE_METHODS = frozenset(
    {"sum", "mean", "max", "min", "std", "astype", "reshape", "squeeze", "ravel", "flatten"}
)
_WRITERS = frozenset(
    {"set_postfix", "set_description", "set_postfix_str", "add_scalar", "add_scalars",
     "write_scalars", "log_metrics", "info", "debug", "warning", "scalar"}
)  # fmt: skip
