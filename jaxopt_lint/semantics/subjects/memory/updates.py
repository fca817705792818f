"""Which of its parameters a function gives back in a new version: what makes it a step.

Every value is followed as a version of one parameter: the parameter itself, a part of it
(`state.params`), or a new version that stands in for it (`optax.apply_updates(params, ...)`).
Where a value could be the new version of several parameters it counts as none.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python.nodes import last_part
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import parameters, positional


@dataclass(frozen=True, slots=True)
class Version:
    """A value that is, or replaces, a parameter or a part of it."""

    parameter: str
    new: bool = False
    part: bool = False


# A version, nothing known, or what a tuple holds.
Shape = Version | None | list["Shape"]


class Updates:
    """What the functions of one file give back of what they are given."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._results: dict[FunctionNode, Shape] = {}

    def result(self, function: FunctionNode) -> Shape:
        """What a function returns, in terms of its own parameters."""
        if function not in self._results:
            self._results[function] = None  # a recursive function tells nothing
            self._results[function] = _Reader(self, function).result()
        return self._results[function]

    def updated(self, function: FunctionNode) -> list[str]:
        """The parameters that a function returns in a new version, in signature order."""
        found = {v.parameter for v in leaves(self.result(function)) if v.new and not v.part}
        return [p for p in parameters(function) if p in found]

    def trains(self, function: FunctionNode, depth: int = 3) -> bool:
        """Whether a function, or one that it calls here, applies an optimizer's update."""
        takes_gradients = changes = False
        for node in ast.walk(function):
            if not isinstance(node, ast.Call):
                continue
            name = self.facts.names.of(node.func)
            if is_optimizer_update(self.facts, node):
                return True
            takes_gradients |= name in _GRADIENTS or name in _GRADIENT_CALLS
            changes |= name in LEAF_MAPS
            callee = calls(self.facts).callee(node.func)
            if callee is None or callee.node is None or callee.node is function:
                continue
            takes_gradients |= any(n in _GRADIENTS for n, _ in callee.wraps)
            if depth and not callee.wraps and self.trains(callee.node, depth - 1):
                return True
        if not takes_gradients:
            return False
        return changes or any(
            isinstance(n, (ast.BinOp, ast.AugAssign)) and isinstance(n.op, ast.Sub)
            for n in ast.walk(function)
        )


@fact
def updates(facts: Facts) -> Updates:
    """Which of its parameters each function of a file renews."""
    return Updates(facts)


def leaves(shape: Shape) -> list[Version]:
    """The versions in a shape."""
    if isinstance(shape, list):
        return [v for s in shape for v in leaves(s)]
    return [shape] if shape is not None else []


def is_optimizer_update(facts: Facts, call: ast.Call) -> bool:
    """Whether a call applies or computes the update of an optimizer."""
    name = facts.names.of(call.func)
    if name in _APPLY:
        return True
    last = last_part(call.func)
    if last == "apply_gradients" or words.OPTIMIZER_UPDATE.says(last):
        return True
    return last == "update" and len(call.args) >= 2 and name is None


_APPLY = frozenset({"optax.apply_updates", "equinox.apply_updates"})
_GRADIENTS = frozenset(
    {"jax.grad", "jax.value_and_grad", "equinox.filter_grad", "equinox.filter_value_and_grad",
     "haiku.grad", "haiku.value_and_grad"}
)  # fmt: skip
_GRADIENT_CALLS = frozenset({"jax.vjp", "jax.linearize"})
_SAME = frozenset(
    {"jax.lax.pmean", "jax.lax.psum", "jax.lax.with_sharding_constraint", "jax.block_until_ready",
     "jax.lax.stop_gradient", "flax.core.freeze", "flax.core.unfreeze",
     "flax.core.frozen_dict.freeze", "flax.core.frozen_dict.unfreeze"}
)  # fmt: skip
_FIRST = {"optax.apply_updates": 0, "equinox.apply_updates": 0, "dataclasses.replace": 0,
          "equinox.tree_at": 1, "optax.incremental_update": 1,
          "optax.periodic_update": 1}  # fmt: skip
_CARRY = {"jax.lax.scan": 1, "jax.lax.fori_loop": 3, "jax.lax.while_loop": 2}
_REPLACE = frozenset(
    {"replace", "_replace", "apply_gradients", "apply_updates", "set", "copy_with"}
)


class _Reader:
    """Follows the versions of one function's parameters to its returns."""

    def __init__(self, updates: Updates, function: FunctionNode) -> None:
        self.updates = updates
        self.facts = updates.facts
        self.function = function
        self.env: dict[str, Shape] = {p: Version(p) for p in parameters(function)}
        self.returned: list[Shape] = []

    def result(self) -> Shape:
        if isinstance(self.function, ast.Lambda):
            return self.expr(self.function.body)
        self.block(self.function.body)
        out = self.returned[0] if self.returned else None
        for other in self.returned[1:]:
            out = _join(out, other)
        return out

    # -- statements ---------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            shape = self.expr(node.value)
            for target in node.targets:
                self.assign(target, shape, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self.assign(node.target, self.expr(node.value), node.value)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            old = self.env.get(node.target.id)
            if isinstance(old, Version):
                self.env[node.target.id] = replace(old, new=True)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self.returned.append(self.expr(node.value))
        elif isinstance(node, ast.If):
            before = dict(self.env)
            self.block(node.body)
            after, self.env = self.env, before
            self.block(node.orelse)
            for name in {*after, *self.env}:
                if name not in self.env:
                    self.env[name] = after[name]
                elif name in after:
                    self.env[name] = _join(after[name], self.env[name])
        elif isinstance(node, (ast.For, ast.While, ast.With, ast.Try)):
            self.block(node.body)
            self.block(getattr(node, "orelse", []))
            self.block(getattr(node, "finalbody", []))

    def assign(self, target: ast.expr, shape: Shape, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            if shape is None:
                shape = self.hint(target.id, value)
            self.env[target.id] = shape
        elif isinstance(target, (ast.Tuple, ast.List)):
            for i, item in enumerate(target.elts):
                inner = shape[i] if isinstance(shape, list) and i < len(shape) else None
                self.assign(item, inner, value)

    def hint(self, name: str, value: ast.expr) -> Shape:
        """`new_params = g(params, ...)`: the name tells whose new version it is."""
        if not isinstance(value, ast.Call):
            return None
        stem = words.RENEWED_NAME.regex.sub("", name)
        for node in ast.walk(value):
            if isinstance(node, ast.Name) and node.id in (stem, name):
                old = self.env.get(node.id)
                if isinstance(old, Version):
                    return replace(old, new=True)
        return None

    # -- expressions --------------------------------------------------------------------

    def expr(self, node: ast.expr) -> Shape:
        if isinstance(node, ast.Name):
            return self.env.get(node.id)
        if isinstance(node, (ast.Tuple, ast.List)):
            return [self.expr(e) for e in node.elts]
        if isinstance(node, ast.Attribute):
            base = self.expr(node.value)
            return replace(base, part=True) if isinstance(base, Version) else None
        if isinstance(node, ast.Subscript):
            return self.item(node)
        if isinstance(node, ast.BinOp):
            return self.arithmetic(node)
        if isinstance(node, ast.IfExp):
            return _join(self.expr(node.body), self.expr(node.orelse))
        if isinstance(node, (ast.ListComp, ast.DictComp)):
            return self.comprehension(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        return None

    def item(self, node: ast.Subscript) -> Shape:
        base = self.expr(node.value)
        if isinstance(base, Version):
            return replace(base, part=True)
        if isinstance(base, list) and isinstance(node.slice, ast.Constant):
            index = node.slice.value
            if isinstance(index, int) and -len(base) <= index < len(base):
                return base[index]
        return None

    def arithmetic(self, node: ast.BinOp) -> Shape:
        left, right = self.expr(node.left), self.expr(node.right)
        if isinstance(left, Version) and right is None and isinstance(node.op, (ast.Add, ast.Sub)):
            return replace(left, new=True)
        return None

    def comprehension(self, node: ast.ListComp | ast.DictComp) -> Shape:
        """`[(w - lr * dw, b - lr * db) for (w, b), (dw, db) in zip(params, grads)]`."""
        source = node.generators[0].iter
        if not isinstance(source, ast.Call) or len(node.generators) != 1:
            return None
        value = node.elt if isinstance(node, ast.ListComp) else node.value
        if not any(isinstance(n, ast.BinOp) for n in ast.walk(value)):
            return None
        base: Shape = None
        if self.facts.names.is_builtin(source.func, "zip") and source.args:
            base = self.expr(source.args[0])
        elif isinstance(source.func, ast.Attribute) and source.func.attr == "items":
            base = self.expr(source.func.value)
        return replace(base, new=True) if isinstance(base, Version) else None

    def call(self, node: ast.Call) -> Shape:
        name = self.facts.names.of(node.func)
        given = [None if isinstance(a, ast.Starred) else self.expr(a) for a in node.args]
        if name in _SAME:
            return given[0] if given else None
        if name in _FIRST:
            position = _FIRST[name]
            return _renewed(given[position]) if position < len(given) else None
        if name in _CARRY:
            return self.carry(node, name, given)
        if name in LEAF_MAPS:
            if node.args and _subtracts_from_first(node.args[0]):
                return _renewed(given[1]) if len(given) > 1 else None
            found = {v.parameter for s in given[1:] for v in leaves(s)}
            return _renewed(given[1]) if len(found) == 1 and len(given) > 1 else None
        if isinstance(node.func, ast.Attribute) and name is None:
            base = self.expr(_at_base(node.func) or node.func.value)
            if node.func.attr in _REPLACE and isinstance(base, Version):
                return replace(base, new=True)
            if node.func.attr == "update" and len(given) >= 2:
                return [None, _renewed(given[1])]
        if isinstance(node.func, ast.Name) and words.OPTIMIZER_UPDATE.says(node.func.id):
            return _renewed(given[2]) if len(given) == 3 else None
        return self.known(node, given)

    def carry(self, node: ast.Call, name: str, given: list[Shape]) -> Shape:
        position = _CARRY[name]
        init = given[position] if position < len(given) else None
        for keyword in node.keywords:
            if keyword.arg in ("init", "init_val"):
                init = self.expr(keyword.value)
        return [_renewed(init), None] if name == "jax.lax.scan" else _renewed(init)

    def known(self, node: ast.Call, given: list[Shape]) -> Shape:
        """A function of this file, or a class that is built from parts."""
        callee = calls(self.facts).callee(node.func)
        if callee is not None and callee.node is not None:
            if any(n not in _KEEPS_RESULT for n, _ in callee.wraps) or callee.bound_names:
                return None
            arguments: dict[str, Shape] = dict(
                zip(positional(callee.node)[callee.bound :], given, strict=False)
            )
            arguments |= {k.arg: self.expr(k.value) for k in node.keywords if k.arg is not None}
            return _substituted(self.updates.result(callee.node), arguments)
        last = (self.facts.names.of(node.func) or self.facts.module.source(node.func)).split(".")
        if last[-1][:1].isupper() and not isinstance(node.func, ast.Call):
            parts = [v for k in node.keywords for v in leaves(self.expr(k.value))]
            parts += [v for s in given for v in leaves(s)]
            whose = {v.parameter for v in parts if v.part}
            if len(whose) == 1 and any(v.new for v in parts):
                return Version(whose.pop(), new=True)
        return None


_KEEPS_RESULT = frozenset({"jax.jit", "jax.pmap", "jax.checkpoint", "jax.vmap"})


def _at_base(func: ast.Attribute) -> ast.expr | None:
    """`x` of `x.at[i].set`."""
    inner = func.value
    if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Attribute):
        if inner.value.attr == "at":
            return inner.value.value
    return None


def _subtracts_from_first(function: ast.expr) -> bool:
    """`lambda p, g: p - lr * g`."""
    if not isinstance(function, ast.Lambda) or not function.args.args:
        return False
    body = function.body
    return (
        isinstance(body, ast.BinOp)
        and isinstance(body.op, (ast.Sub, ast.Add))
        and isinstance(body.left, ast.Name)
        and body.left.id == function.args.args[0].arg
    )


def _renewed(shape: Shape) -> Shape:
    if isinstance(shape, list):
        return [_renewed(s) for s in shape]
    return replace(shape, new=True) if shape is not None else None


def _join(a: Shape, b: Shape) -> Shape:
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [_join(x, y) for x, y in zip(a, b, strict=True)]
    if isinstance(a, Version) and isinstance(b, Version) and a.parameter == b.parameter:
        return Version(a.parameter, a.new or b.new, a.part and b.part)
    return None


def _substituted(shape: Shape, arguments: dict[str, Shape]) -> Shape:
    if isinstance(shape, list):
        return [_substituted(s, arguments) for s in shape]
    if shape is None:
        return None
    found = arguments.get(shape.parameter)
    if not isinstance(found, Version):
        return _renewed(found) if shape.new and not shape.part else None
    return Version(found.parameter, found.new or shape.new, found.part or shape.part)
