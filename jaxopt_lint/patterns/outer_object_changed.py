"""Objects of Flax NNX that a traced function changes, though they were made outside of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.left_in_training_mode import may_switch
from jaxopt_lint.patterns.module_state_lost import BY_MODE, METRICS, OPTIMIZERS, own_change
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import FunctionNode, root_of

# What traces a function; each was tried.
_TRACING = frozenset(
    f"{library}.{name}"
    for library in ("jax", "flax.nnx")
    for name in ("jit", "grad", "value_and_grad", "vmap", "checkpoint", "remat")
)
_PATH = (ast.Attribute, ast.Subscript)
_DEPTH = 3
_STREAMS_KEPT = ("fork", "split", "items", "keys")  # methods of `Rngs` that are no streams


@dataclass(frozen=True, slots=True)
class OuterChange:
    """A change of an object that another trace, or none, has made.

    Attributes:
        node: what changes it.
        name: the object.
        transform: what traces the function.
        site: where it does.
    """

    node: ast.expr
    name: str
    transform: str
    site: ast.expr


def outer_changes(facts: Facts) -> Iterator[OuterChange]:
    """The changes of outer objects in the traced functions of a file, the first of each
    function."""
    told: set[FunctionNode] = set()
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.name not in _TRACING or function is None or function in told:
            continue
        for node, held in _changes(facts, function):
            if _is_outside(facts, held, function) and not error_meant(facts, node):
                told.add(function)
                yield OuterChange(node, held.id, wrap.name, wrap.site)
                break


def _changes(facts: Facts, function: FunctionNode) -> Iterator[tuple[ast.expr, ast.Name]]:
    """What changes an object in the own statements of a function, with its name."""
    for node in facts.module.inside(ast.expr, function):
        if facts.module.function(node) is not function:
            continue
        if isinstance(node, _PATH) and isinstance(node.ctx, ast.Store):
            root: ast.expr = root_of(node, _PATH)
            if isinstance(root, ast.Name) and _stores(facts, node, root):
                yield node, root
        elif isinstance(node, ast.Call):
            func = node.func
            held: ast.expr = func.value if isinstance(func, ast.Attribute) else func
            method = func.attr if isinstance(func, ast.Attribute) else ""
            if isinstance(held, ast.Name) and _calls(facts, held, method):
                yield node, held


def _is_outside(facts: Facts, held: ast.Name, function: FunctionNode) -> bool:
    """Whether a name is bound around a function."""
    holder = facts.module.holder(held)
    if holder is None or holder.node is function:
        return False
    return not facts.module.within(holder.node, function)


def _made(facts: Facts, held: ast.Name) -> ast.Call | None:
    found = origins(facts, held)
    made = found[0] if len(found) == 1 else None
    return made if isinstance(made, ast.Call) else None


def _owner(facts: Facts, held: ast.Name) -> ast.ClassDef | None:
    """The class of the file, a module of NNX, of which an object is."""
    made = _made(facts, held)
    owner = class_made(facts, made.func) if made is not None else None
    return owner if framework_of(facts, owner) == "nnx" else None


def _stores(facts: Facts, node: ast.expr, held: ast.Name) -> bool:
    """`counter.calls[...] += 1`, `counter.calls.value = n`, `counter.number = n`."""
    owner = _owner(facts, held)
    if owner is None or not isinstance(node, _PATH):
        return False
    if node.value is held:
        return isinstance(node, ast.Attribute)
    of = node.value
    plain = isinstance(node, ast.Subscript) or node.attr in ("value", "raw_value")
    return (
        plain
        and isinstance(of, ast.Attribute)
        and of.value is held
        and _is_variable(facts, owner, of.attr)
    )


def _is_variable(facts: Facts, owner: ast.ClassDef, name: str) -> bool:
    """Whether the constructor of a class stores a variable of NNX in an attribute."""
    init = look_up(facts, owner, "__init__")
    for stored in facts.module.inside(ast.Assign, init) if init is not None else ():
        for target in stored.targets:
            if isinstance(target, ast.Attribute) and target.attr == name:
                return _makes_variable(facts, stored.value)
    return False


def _makes_variable(facts: Facts, value: ast.expr) -> bool:
    kind = class_made(facts, value.func) if isinstance(value, ast.Call) else None
    bases = [facts.names.of(base) for base in kind.bases] if kind is not None else []
    return bool({facts.names.call(value), *bases} & _VARIABLES)


_VARIABLES = frozenset(
    f"flax.nnx.{name}"
    for name in ("BatchStat", "Cache", "Intermediate", "Metric", "Param", "RngState", "Variable")
)


def _calls(facts: Facts, held: ast.Name, method: str) -> bool:
    """A call that changes the object: a step, a metric, a stream of random numbers, a layer."""
    made = _made(facts, held)
    name = facts.names.call(made) or ""
    if made is None:
        return False
    if method == "update":
        return name in METRICS | OPTIMIZERS
    if name == "flax.nnx.Rngs":
        return method not in _STREAMS_KEPT
    if method:
        owner = _owner(facts, held)
        body = look_up(facts, owner, method) if owner is not None else None
        return body is not None and _writes_self(facts, body)
    change = own_change(facts, made, set(), _DEPTH)
    return bool(change) and not (change.startswith(BY_MODE) and may_switch(facts))


def _writes_self(facts: Facts, body: FunctionNode) -> bool:
    for node in facts.module.inside(ast.expr, body):
        if isinstance(node, _PATH) and isinstance(node.ctx, ast.Store):
            root = root_of(node, _PATH)
            if isinstance(root, ast.Name) and facts.module.is_self(root):
                return True
    return False
