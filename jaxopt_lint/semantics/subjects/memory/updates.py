"""Which of its parameters a function gives back in a new version: what makes it a step.

Every value is followed as a version of one parameter: the parameter itself, a part of it
(`state.params`), or a new version that stands in for it (`optax.apply_updates(params, ...)`).
Where a value could be the new version of several parameters it counts as none.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import reduce

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.python.nodes import all_names, is_name
from jaxopt_lint.semantics.python.scopes import Definition, FunctionNode
from jaxopt_lint.semantics.python.signatures import arguments, parameters
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import (
    is_example_update,
    is_optimizer_update,
)
from jaxopt_lint.semantics.subjects.memory.reached import (
    function_abroad,
    method_by_name,
    method_reached,
)
from jaxopt_lint.semantics.subjects.memory.versions import (
    SMALL,
    Shape,
    Version,
    inside,
    join,
    leaves,
    made_of,
    of_optimizer,
    renewed,
    substituted,
)


class Updates:
    """What the functions of one file give back of what they are given.

    Args:
        abroad: look into the files that it imports, too.
    """

    def __init__(self, facts: Facts, abroad: bool = True) -> None:
        self.facts = facts
        self._results: dict[FunctionNode, Shape] = {}
        self._abroad: dict[str, Updates] | None = {} if abroad else None

    def elsewhere(self, func: ast.expr) -> tuple[Updates, Definition] | None:
        """The function of another file that a call runs, with what that file says of it."""
        return self.known(function_abroad(self.facts, func) if self._abroad is not None else None)

    def known(self, found: tuple[Facts, Definition] | None) -> tuple[Updates, Definition] | None:
        """The same of a function that was found in another file."""
        if found is None or self._abroad is None:
            return None
        there, function = found
        known = self._abroad.setdefault(there.module.name, Updates(there, abroad=False))
        return known, function

    def by_name(self, call: ast.Call) -> tuple[Updates, Definition] | None:
        """The same of a method, on an object of which only the name of the method is known."""
        found = method_by_name(self.facts, call)
        if found is None or found[0] is self.facts:
            return (self, found[1]) if found is not None else None
        return self.known(found)

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

    def optimizer_states(self, function: FunctionNode) -> list[str]:
        """Those of them that an optimizer's update renews as its state."""
        found = {v.parameter for v in leaves(self.result(function)) if v.optimizer and not v.part}
        return [p for p in self.updated(function) if p in found]

    def written(self, function: FunctionNode) -> list[str]:
        """Those of them that are copied whole to write some elements: buffers, caches, grids."""
        found = {v.parameter for v in leaves(self.result(function)) if v.written and not v.part}
        return [p for p in self.updated(function) if p in found]

    def repeats(self, function: FunctionNode) -> bool:
        """Whether a function takes many steps at once, in a loop of JAX."""
        made = self.facts.module.inside(ast.Call, function)
        return any(self.facts.names.of(call.func) in _CARRY for call in made)

    def trains(self, function: FunctionNode, depth: int = 3) -> bool:
        """Whether a function, or one that it calls here, applies an optimizer's update."""
        takes_gradients = changes = False
        for node in self.facts.module.inside(ast.Call, function):
            name = self.facts.names.of(node.func)
            if is_optimizer_update(self.facts, node):
                return True
            takes_gradients |= name in _GRADIENTS or name in _GRADIENT_CALLS
            changes |= name in LEAF_MAPS
            callee = calls(self.facts).callee(node.func)
            if callee is None or callee.node is None:
                method = method_reached(self.facts, node.func)
                if depth and method is not None and self.trains(method, depth - 1):
                    return True
                found = self.elsewhere(node.func) if depth else None
                if found is None and depth and method is None:
                    found = self.by_name(node)
                if found is not None and found[0].trains(found[1], depth - 1):
                    return True
                continue
            if callee.node is function:
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
_WRITE = ("jax.lax.dynamic_update_slice", "jax.lax.dynamic_update_slice_in_dim",
          "jax.lax.dynamic_update_index_in_dim")  # fmt: skip
_FIRST = {"optax.apply_updates": 0, "equinox.apply_updates": 0, "dataclasses.replace": 0,
          **dict.fromkeys(_WRITE, 0), "equinox.tree_at": 1, "optax.incremental_update": 1,
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
        self.unpacked: dict[str, int] = {}  # into how many parts a parameter was taken apart

    def result(self) -> Shape:
        if isinstance(self.function, ast.Lambda):
            return self.expr(self.function.body)
        self.block(self.function.body)
        return reduce(join, self.returned) if self.returned else None

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
                small = _is_int(node.value)
                self.env[node.target.id] = SMALL if small else replace(old, new=True)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self.returned.append(self.expr(node.value))
        elif isinstance(node, ast.If):
            before = dict(self.env)
            self.block(node.body)
            after, self.env = self.env, before
            self.block(node.orelse)
            both = {n: join(s, self.env[n]) for n, s in after.items() if n in self.env}
            self.env = after | self.env | both
        elif isinstance(node, (ast.For, ast.While, ast.With, ast.Try)):
            self.block(node.body)
            self.block(getattr(node, "orelse", []))
            self.block(getattr(node, "finalbody", []))

    def assign(self, target: ast.expr, shape: Shape, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            if shape is None:
                shape = self.hint(target.id, value)
            self.env[target.id] = shape
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            held = self.env.get(target.value.id)
            if isinstance(held, Version) and held.parameter and not held.part:
                self.env[target.value.id] = renewed(held)  # `state.params = new`
        elif isinstance(target, (ast.Tuple, ast.List)):
            if isinstance(shape, Version) and shape.parameter and not shape.part:
                self.unpacked[shape.parameter] = len(target.elts)
            for i, item in enumerate(target.elts):
                inner = shape[i] if isinstance(shape, list) and i < len(shape) else None
                if isinstance(shape, Version):
                    inner = inside(shape) if shape.parameter else SMALL
                self.assign(item, inner, value)

    def hint(self, name: str, value: ast.expr) -> Shape:
        """`params = g(params, ...)`: what is stored in its place is its new version."""
        old = self.env.get(name)
        if not isinstance(value, ast.Call) or not isinstance(old, Version):
            return None
        return replace(old, new=True) if name in all_names(value) else None

    # -- expressions --------------------------------------------------------------------

    def expr(self, node: ast.expr) -> Shape:
        if isinstance(node, ast.Name):
            return self.env.get(node.id)
        if isinstance(node, (ast.Tuple, ast.List)):
            return self.together([self.expr(e) for e in node.elts])
        if isinstance(node, ast.Attribute):
            base = self.expr(node.value)
            return inside(base) if isinstance(base, Version) else None
        if isinstance(node, ast.Subscript):
            return self.item(node)
        if isinstance(node, ast.BinOp):
            return self.arithmetic(node)
        if isinstance(node, ast.IfExp):
            return join(self.expr(node.body), self.expr(node.orelse))
        if isinstance(node, (ast.ListComp, ast.DictComp)):
            return self.comprehension(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        return None

    def together(self, parts: list[Shape]) -> Shape:
        """A tuple of parts: the parameter anew, where it has as many parts as that had."""
        known = [v for v in parts if isinstance(v, Version) and v.parameter]
        whose = {v.parameter for v in known}
        if len(whose) == 1 and all(v.part == 1 for v in known) and any(v.new for v in known):
            if self.unpacked.get(known[0].parameter) == len(parts):
                return made_of(known)
        return parts

    def item(self, node: ast.Subscript) -> Shape:
        base = self.expr(node.value)
        if isinstance(base, Version):
            return inside(base)
        if isinstance(base, list) and isinstance(node.slice, ast.Constant):
            index = node.slice.value
            if isinstance(index, int) and -len(base) <= index < len(base):
                return base[index]
        return None

    def arithmetic(self, node: ast.BinOp) -> Shape:
        left, right = self.expr(node.left), self.expr(node.right)
        if isinstance(left, Version) and right is None and isinstance(node.op, (ast.Add, ast.Sub)):
            return SMALL if _is_int(node.right) else replace(left, new=True)
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
            first = renewed(next(iter(given[_FIRST[name] :]), None))
            if name in _WRITE and isinstance(first, Version):
                return replace(first, written=True)
            return first
        if name in _CARRY:
            return self.carry(node, name, given)
        if name is not None and name.startswith("jax.random."):
            return SMALL
        if name in LEAF_MAPS and len(given) > 1:
            found = {v.parameter for s in given[1:] for v in leaves(s)}
            alone = len(found) == 1 or _subtracts_from_first(node.args[0])
            return renewed(given[1]) if alone else None
        if isinstance(node.func, ast.Attribute) and name is None:
            at = _at_base(node.func)
            base = self.expr(at or node.func.value)
            if at is not None and isinstance(base, Version):
                return replace(base, new=True, written=True)
            if node.func.attr in _REPLACE and isinstance(base, Version):
                held = [self.expr(k.value) for k in node.keywords]
                counted = any(isinstance(k.value, ast.BinOp) for k in node.keywords)
                if held and not counted and all(one == SMALL for one in held):
                    return base  # another key: all else stays as it is
                parts = [v for one in held for v in leaves(one)]
                return replace(base, new=True, written=any(v.written for v in parts))
            if node.func.attr == "update" and len(given) >= 2:
                return [None, of_optimizer(given[1])]
        if is_example_update(self.facts, node.func):
            return of_optimizer(given[2]) if len(given) == 3 else None
        return self.known(node, given)

    def carry(self, node: ast.Call, name: str, given: list[Shape]) -> Shape:
        named = [self.expr(k.value) for k in node.keywords if k.arg in ("init", "init_val")]
        init = next(iter([*named, *given[_CARRY[name] :]]), None)
        return [renewed(init), None] if name == "jax.lax.scan" else renewed(init)

    def known(self, node: ast.Call, given: list[Shape]) -> Shape:
        """A function of this file, or a class that is built from parts."""
        callee = calls(self.facts).callee(node.func)
        if callee is not None and callee.node is not None:
            if any(n not in _KEEPS_RESULT for n, _ in callee.wraps) or callee.bound_names:
                return None
            return self.given_back(node, self.updates, callee.node, callee.bound)
        method = method_reached(self.facts, node.func)
        if method is not None:
            return self.given_back(node, self.updates, method, 1)
        found = self.updates.elsewhere(node.func)
        if found is not None:
            return self.given_back(node, *found, 0)
        same = self.of_its_class(node.func)
        if same is not None:
            kept = [*given, *(self.expr(k.value) for k in node.keywords)]
            written = any(v.written and v.parameter == same for s in kept for v in leaves(s))
            return Version(same, True, written=written)
        if makes_object(self.facts, node) is not False:
            parts = [v for k in node.keywords for v in leaves(self.expr(k.value))]
            parts += [v for s in given for v in leaves(s)]
            parts = [v for v in parts if v.part]
            if len({v.parameter for v in parts}) == 1 and any(v.new for v in parts):
                return made_of(parts)
        return None

    def given_back(
        self, node: ast.Call, whose: Updates, function: FunctionNode, bound: int
    ) -> Shape:
        """What a call of a function gives, in terms of the parameters here."""
        named = arguments(node, function, bound)
        shapes = {p: self.expr(v) for p, v in named if not isinstance(v, ast.Starred)}
        return substituted(whose.result(function), shapes)

    def of_its_class(self, func: ast.expr) -> str | None:
        """The one parameter that is said to be an object of a class, where that is called:
        `State(u, v)` in `step(state: State, dt)`."""
        if not isinstance(func, (ast.Name, ast.Attribute)) or isinstance(self.function, ast.Lambda):
            return None
        args = self.function.args
        called = ast.unparse(func)
        found = [
            one.arg
            for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)
            if one.annotation is not None and _said(one.annotation) == called
        ]
        return found[0] if len(found) == 1 else None


def _said(annotation: ast.expr) -> str:
    """An annotation as it is written, in a text or not."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return ast.unparse(annotation)


_KEEPS_RESULT = frozenset({"jax.jit", "jax.pmap", "jax.checkpoint", "jax.vmap"})


def _at_base(func: ast.Attribute) -> ast.expr | None:
    """`x` of `x.at[i].set`."""
    at = func.value.value if isinstance(func.value, ast.Subscript) else None
    return at.value if isinstance(at, ast.Attribute) and at.attr == "at" else None


def _subtracts_from_first(function: ast.expr) -> bool:
    """`lambda p, g: p - lr * g`."""
    if not isinstance(function, ast.Lambda) or not function.args.args:
        return False
    body = function.body
    changes = isinstance(body, ast.BinOp) and isinstance(body.op, (ast.Sub, ast.Add))
    return changes and is_name(body.left, function.args.args[0].arg)  # type: ignore[attr-defined]


def makes_object(facts: Facts, call: ast.Call) -> bool | None:
    """Whether a call makes an object of a class: `State(...)`, `State.create(...)`; None where
    that is not known, and all that it is given has a name, as the fields of a state have."""
    func = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    binding = facts.names.only_binding(func)
    if binding is not None and isinstance(binding.node, ast.ClassDef):
        return func is call.func or getattr(call.func, "attr", "") == "create"
    name = facts.names.of(call.func) or ""
    if name.startswith(_LIBRARIES):
        # The classes of these libraries are written with a capital.
        return any(part[:1].isupper() for part in name.removesuffix(".create").split(".")[-1:])
    named = bool(call.keywords) and not call.args
    return None if named or getattr(call.func, "attr", "") == "create" else False


_LIBRARIES = ("flax.", "optax.", "equinox.", "chex.", "haiku.", "brax.", "clu.", "jax.")


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
