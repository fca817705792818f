"""Where a forward pass that a gradient runs anyway is run once more beside it.

Calls are compared by what they compute: arguments of the loss stand for what it is given, and
names that only take a value apart (`x, y = batch`) for the part. Two calls are the same where
those texts are, and nothing rebinds what they read in between.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.api.clocks import CLOCKS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact
from jaxopt_lint.semantics.jax.effects.deeds import deed_of
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.python.nodes import body_of, first_of, is_name
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, FUNCTIONS, FunctionNode, Scope
from jaxopt_lint.semantics.python.signatures import arguments, unpacks
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    STATEFUL,
    Gradient,
    calls_of,
    changes_something,
    differentiated,
    gradients,
    unconditional,
    undisturbed,
)


@dataclass(frozen=True, slots=True)
class Forward:
    """One forward pass that runs twice.

    Attributes:
        gradient: where the gradient is taken.
        loss: the function that is differentiated.
        inner: the pass within it.
        again: the same call beside the gradient; every place, in source order.
        through: the helper that makes the second pass, where it is not made in sight.
    """

    gradient: Gradient
    loss: FunctionNode
    inner: ast.Call
    again: tuple[ast.Call, ...]
    through: str = ""

    @property
    def node(self) -> ast.Call:
        """The first of the repeated calls."""
        return self.again[0]


@fact
def forwards(facts: Facts) -> dict[ast.Call, Forward]:
    """The repeated passes of a file, by the call that repeats."""
    searches = (_Search(facts, gradient) for gradient in gradients(facts))
    found = (forward for search in searches for forward in search.found())
    return first_of((call, forward) for forward in found for call in forward.again)


@dataclass(eq=False, slots=True)
class _Frame:
    """What the names of one function stand for."""

    scope: Scope
    given: dict[str, str] = field(default_factory=dict)  # parameter -> text
    strict: bool = False  # names that are rebound here are like nothing else


class _Search:
    def __init__(self, facts: Facts, gradient: Gradient) -> None:
        self.facts = facts
        self.module = facts.module
        self.gradient = gradient
        self.touched: set[str] = set()
        self.step = _Frame(facts.module.scope[gradient.call])

    def found(self) -> Iterator[Forward]:
        gradient, loss = self.gradient, self.gradient.node
        if loss is None or not gradient.call.args or gradient.transform in STATEFUL:
            return
        statement = self.module.statement(gradient.call)
        if not unconditional(self.module, gradient.call, statement):
            return
        inner = self._enter(loss, gradient.call)
        wrt = self._differentiated()
        if inner is None or wrt is None:
            return
        known: dict[str, ast.Call] = {}
        for call in self._certain_calls(loss):
            if self._is_pass(call):
                text = self.text(call, [inner, self.step])
                if re.search(re.escape(wrt) + r"(?!\w)", text):
                    known.setdefault(text, call)
        if not known:
            return
        yield from self._again(statement, known, loss)

    def _again(
        self, statement: ast.stmt, known: dict[str, ast.Call], loss: FunctionNode
    ) -> Iterator[Forward]:
        block = self.module.block_of(statement)
        same: dict[str, list[ast.Call]] = {}
        taken: set[ast.AST] = set()
        for call in calls_of(self.module, block):
            if call is self.gradient.call or taken.intersection(self.module.ancestors(call)):
                continue
            self.touched = set()
            text = self.text(call, [self.step]) if self._is_pass(call) else ""
            if text in known and self._holds(statement, call, block):
                same.setdefault(text, []).append(call)
                taken.add(call)
                continue
            helper = self._within(call, known)
            if helper is not None and self._holds(statement, call, block):
                yield Forward(self.gradient, loss, known[helper[1]], (call,), helper[0])
        for text, again in same.items():
            again.sort(key=lambda c: (c.lineno, c.col_offset))
            yield Forward(self.gradient, loss, known[text], tuple(again))

    def _holds(self, statement: ast.stmt, call: ast.Call, block: list[ast.stmt]) -> bool:
        other = self.module.statement(call)
        first, last = sorted((other, statement), key=block.index)
        between = block[block.index(first) : block.index(last) + 1]
        if any(self.facts.names.call(c) in CLOCKS for c in calls_of(self.module, between)):
            return False  # they are timed one by one
        return undisturbed(self.facts, first, last, self.touched)

    def _within(self, call: ast.Call, known: dict[str, ast.Call]) -> tuple[str, str] | None:
        """The pass that a helper of this file makes: the helper's name, and the text."""
        callee = calls(self.facts).callee(call.func)
        if callee is None or callee.node is None or callee.node is self.gradient.node:
            return None
        if any(TRANSFORMS[n].kind != "jit" for n, _ in callee.wraps):
            return None
        frame = self._enter(callee.node, call, callee.bound)
        for inner in self._certain_calls(callee.node) if frame is not None else ():
            if self._is_pass(inner):
                text = self.text(inner, [frame, self.step])  # type: ignore[list-item]
                if text in known:
                    return getattr(callee.node, "name", "a lambda"), text
        return None

    def _certain_calls(self, function: FunctionNode) -> Iterator[ast.Call]:
        """The calls that a function makes on every run, before it changes anything in place."""
        if isinstance(function, ast.Lambda):
            yield from (n for n in _own_calls(function) if _always(self.module, n, function))
            return
        certain: set[ast.stmt] = set()
        for statement in function.body:
            if changes_something(self.facts, statement):
                break
            certain.add(statement)
            if any(isinstance(n, (ast.Return, ast.Raise)) for n in ast.walk(statement)):
                break
        for call in _own_calls(function):
            statement = self.module.statement(call)
            if statement in certain and unconditional(self.module, call, statement):
                yield call

    # -- what a call computes -----------------------------------------------------------

    def _differentiated(self) -> str | None:
        """The text of the argument that the gradient is taken for."""
        found = differentiated(self.facts, self.gradient)
        return self.text(found, [self.step]) if found is not None else None

    def _enter(self, function: FunctionNode, call: ast.Call, bound: int = 0) -> _Frame | None:
        """The frame of a function that a call of the step runs."""
        if unpacks(call):
            return None
        given = arguments(call, function, bound)
        texts = {name: self.text(value, [self.step]) for name, value in given}
        return _Frame(self.module.scopes[function], texts, strict=True)

    def _is_pass(self, call: ast.Call) -> bool:
        """Whether a call may be a model: nothing of a library's arithmetic, no plain method."""
        func = call.func
        if isinstance(func, ast.Name) and not self.facts.names.binding(func):
            return False
        if isinstance(func, ast.Attribute) and func.attr in _PLAIN_METHODS:
            return False
        name = self.facts.names.of(func) or ""
        if name.startswith(_LIBRARIES) or not (call.args or call.keywords):
            return False
        inputs = len(call.args) + len(call.keywords)
        # `model(x)` where the model itself is differentiated, or `apply(params, x)`.
        return inputs > 1 or isinstance(func, (ast.Call, ast.Name))

    def text(self, node: ast.AST, frames: list[_Frame]) -> str:
        if isinstance(node, ast.Name):
            return self._name(node, frames)
        if isinstance(node, ast.Attribute):
            return f"{self.text(node.value, frames)}.{node.attr}"
        if isinstance(node, ast.Constant):
            return repr(node.value)
        if isinstance(node, ast.Subscript):
            return f"{self.text(node.value, frames)}[{self.text(node.slice, frames)}]"
        if isinstance(node, (*FUNCTIONS, ast.NamedExpr, ast.Await, ast.Yield, ast.comprehension)):
            return f"<{id(node)}>"
        if isinstance(node, ast.Call) and self._draws(node):
            return f"<{id(node)}>"
        parts = ",".join(self.text(c, frames) for c in ast.iter_child_nodes(node)
                         if not isinstance(c, ast.expr_context))  # fmt: skip
        label = getattr(node, "arg", None) or ""
        return f"{type(node).__name__}{label}({parts})"

    def _draws(self, call: ast.Call) -> bool:
        """Whether a call may give something else each time."""
        deed = deed_of(self.facts, call)
        return not (call.args or call.keywords) or (deed is not None and deed.kind != "")

    def _name(self, node: ast.Name, frames: list[_Frame]) -> str:
        holder = self.module.scope[node].holder(node.id)
        if holder is None:
            return node.id
        for frame in frames:
            if frame.scope is not holder:
                continue
            if node.id in frame.given:
                # A parameter that is bound anew is not what was given any more.
                once = len(frame.scope.bindings.get(node.id, ())) == 1
                return frame.given[node.id] if once else f"<{id(frame)}.{node.id}>"
            part = self._part(node.id, frame, frames)
            if part is not None:
                return part
            if frame.strict:
                return f"<{id(frame)}.{node.id}>"
        self.touched.add(node.id)
        return f"<{node.id}@{id(holder)}>"

    def _part(self, name: str, frame: _Frame, frames: list[_Frame]) -> str | None:
        """What a name stands for that is bound once and only takes another value apart."""
        bindings = frame.scope.bindings[name]
        if len(bindings) != 1 or not isinstance(bindings[0].node, ast.Assign):
            return None
        statement = bindings[0].node
        value = statement.value
        if len(statement.targets) != 1 or not _steady(value, frame.scope):
            return None
        text = self.text(value, frames)
        target = statement.targets[0]
        if isinstance(target, ast.Name):
            return text
        items = target.elts if isinstance(target, ast.Tuple) else []
        return next((f"{text}[{i}]" for i, item in enumerate(items) if is_name(item, name)), None)


def _steady(value: ast.expr, scope: Scope) -> bool:
    """Whether an expression only reads parts of names that are never rebound."""
    while isinstance(value, (ast.Attribute, ast.Subscript)):
        if isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Constant):
            return False
        value = value.value
    if not isinstance(value, ast.Name):
        return False
    holder = scope.holder(value.id)
    return holder is None or len(holder.bindings[value.id]) == 1


def _always(module: Module, node: ast.AST, function: ast.Lambda) -> bool:
    """Whether a part of a lambda is evaluated on every call of it."""
    for around in module.ancestors(node):
        if around is function or isinstance(around, (ast.IfExp, ast.BoolOp, *COMPREHENSIONS)):
            return around is function
    return False


def _own_calls(function: FunctionNode) -> Iterator[ast.Call]:
    """The calls of a function itself, outermost first, nested functions left out."""
    body = body_of(function)
    while body:
        node = body.pop(0)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            continue
        if isinstance(node, ast.Call):
            yield node
        body += ast.iter_child_nodes(node)


_LIBRARIES = ("jax.", "numpy.", "optax.", "math.", "functools.", "chex.", "einops.")
_PLAIN_METHODS = frozenset(
    {"sum", "mean", "reshape", "astype", "items", "values", "keys", "get", "copy", "replace",
     "append", "format", "join", "set", "add", "update", "apply_gradients", "squeeze", "ravel",
     "max", "min", "transpose", "flatten", "dot", "init", "log", "split"}
)  # fmt: skip
