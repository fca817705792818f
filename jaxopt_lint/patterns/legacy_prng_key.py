"""Where the raw `uint32` layout of random keys matters, and how far one key goes.

`jax.random.key` draws the same numbers as `jax.random.PRNGKey`, but its keys are arrays of an own
dtype without the trailing axis of two words.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.api.random import SAMPLERS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact
from jaxopt_lint.semantics.python import Scope, arguments

LEGACY = "jax.random.PRNGKey"
_SAME = frozenset({"jax.random.fold_in", "jax.random.clone"})
_RAW_ATTRIBUTES = frozenset({"shape", "dtype", "ndim", "size", "reshape", "astype", "tolist", "at",
                             "view", "tobytes", "nbytes", "T"})  # fmt: skip
_TO_NUMPY = frozenset({"numpy.asarray", "numpy.array", "jax.numpy.asarray", "jax.numpy.array"})
_KNOWS_BOTH = frozenset({"jax.random.key_data", "jax.random.wrap_key_data",
                         "jax.dtypes.prng_key", "jax.random.key_impl"})  # fmt: skip


@fact
def raw_layout(facts: Facts) -> str | None:
    """What in a file hangs on keys being arrays of two `uint32` words; None if nothing seen."""
    return next(_raw_layout(facts), None)


def _raw_layout(facts: Facts) -> Iterator[str]:
    module, names = facts.module, facts.names
    keys = _key_names(facts)
    for constant in module.all(ast.Constant):
        if constant.value == "uint32":
            yield facts.at(constant)
    for node in module.all(ast.Attribute):
        raw = node.attr in _RAW_ATTRIBUTES and _is_key(facts, node.value, keys)
        if raw or node.attr == "uint32" or names.of(node) in _KNOWS_BOTH:
            yield facts.at(node)
    for item in module.all(ast.Subscript):
        raw = isinstance(item.slice, ast.Tuple) and _is_key(facts, item.value, keys)
        if raw or names.call(item.value) in (LEGACY, "jax.random.fold_in"):
            yield facts.at(item)
    for call in module.all(ast.Call):
        if names.call(call) in _TO_NUMPY and call.args and _is_key(facts, call.args[0], keys):
            yield facts.at(call)


def _key_names(facts: Facts) -> set[str]:
    """The names, and attributes, that this file gives to `jax.random` or gets from it."""
    found = set()
    for call in facts.module.all(ast.Call):
        name = facts.names.call(call)
        if name is None or not name.startswith("jax.random."):
            continue
        if name != LEGACY and call.args:
            found.add(ast.unparse(call.args[0]))
        if name not in SAMPLERS:
            around = facts.module.parent[call]
            for target in around.targets if isinstance(around, ast.Assign) else []:
                elements = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
                found |= {ast.unparse(e) for e in elements}
    return found


def _is_key(facts: Facts, node: ast.expr, keys: set[str]) -> bool:
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        return ast.unparse(node) in keys
    name = facts.names.call(node)
    return name in (LEGACY, "jax.random.split", "jax.random.fold_in")


def leaves(facts: Facts, call: ast.Call) -> str | None:
    """Where a key goes that this file cannot answer for; None if all its uses are in sight."""
    return _Journey(facts).use(call, 0)


class _Journey:
    """Follows a key, or a batch of keys (one more leading axis), to everything that reads it."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.followed: set[tuple[Scope, str, int]] = set()

    def use(self, node: ast.expr, axes: int) -> str | None:
        around = self.module.taker(node)
        if isinstance(around, ast.Call) and node is not around.func:
            return self._given(node, around, axes)
        if isinstance(around, (ast.Assign, ast.NamedExpr)):
            targets = around.targets if isinstance(around, ast.Assign) else [around.target]
            return self._first(self._bound(target, axes) for target in targets)
        if isinstance(around, ast.Subscript) and node is around.value:
            if axes and isinstance(around.ctx, ast.Load):
                if isinstance(around.slice, ast.Slice):
                    return self.use(around, axes)
                if not isinstance(around.slice, ast.Tuple):
                    return self.use(around, axes - 1)
            return self._at(node)
        if isinstance(around, (ast.For, ast.comprehension)) and node is around.iter and axes:
            return self._bound(around.target, axes - 1)
        if isinstance(around, ast.IfExp) and node is not around.test:
            return self.use(around, axes)
        return None if isinstance(around, ast.Expr) else self._at(node)

    def _bound(self, target: ast.expr, axes: int) -> str | None:
        if isinstance(target, (ast.Tuple, ast.List)):
            if not axes:
                return self._at(target)
            return self._first(self._bound(item, axes - 1) for item in target.elts)
        if not isinstance(target, ast.Name):
            return self._at(target)
        scope = self.module.scope[target].holder(target.id)
        imported = f"{self.module.name}.{target.id}" in self.facts.project.imported
        if scope is None or (scope is self.module.top and imported):
            return self._at(target)
        return self._read(scope, target.id, axes)

    def _read(self, scope: Scope, name: str, axes: int) -> str | None:
        """Every place that reads a name."""
        if (scope, name, axes) in self.followed:
            return None
        self.followed.add((scope, name, axes))
        return self._first(self.use(node, axes) for node in self.module.reads(scope, name))

    def _given(self, node: ast.expr, call: ast.Call, axes: int) -> str | None:
        name = self.facts.names.call(call)
        first = bool(call.args) and call.args[0] is node
        first = first or any(k.value is node and k.arg == "key" for k in call.keywords)
        if name is not None and name.startswith("jax.random."):
            if name in SAMPLERS and first:
                return None
            if name == "jax.random.split" and first and not axes:
                return self.use(call, axes + 1)
            return self.use(call, axes) if name in _SAME and first else self._at(node)
        callee = calls(self.facts).callee(call.func)
        if callee is None or any(isinstance(a, ast.Starred) for a in call.args):
            return self._at(node)
        kinds = [TRANSFORMS[wrap].kind for wrap, _ in callee.wraps]
        if any(kind not in ("jit", "vmap") for kind in kinds):
            return self._at(node)
        axes = max(axes - kinds.count("vmap"), 0)
        if callee.dotted in SAMPLERS:
            return None if first else self._at(node)
        function = callee.node
        given = {value: name for name, value in arguments(call, function, callee.bound)}
        if function is None or node not in given:
            return self._at(node)
        return self._read(self.module.scopes[function], given[node], axes)

    def _first(self, answers: Iterator[str | None]) -> str | None:
        return next((a for a in answers if a is not None), None)

    def _at(self, node: ast.AST) -> str:
        return f"line {getattr(node, 'lineno', 1)}"
