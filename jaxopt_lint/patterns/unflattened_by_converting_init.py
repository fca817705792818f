"""Trees that JAX puts together through a constructor that asks for real arrays."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.python import FunctionNode, argument, positional

_DECORATORS = frozenset(
    {"jax.tree_util.register_pytree_node_class", "jax.tree_util.register_pytree_with_keys_class"}
)
_REGISTERING = frozenset(
    {"jax.tree_util.register_pytree_node", "jax.tree_util.register_pytree_with_keys"}
)
# What a tracer cannot be given to, and what takes tracers but no placeholders.
_OF_HOST = frozenset({"numpy.array", "numpy.asarray", "numpy.float32", "numpy.float64"})
_OF_ARRAYS = frozenset({"jax.numpy.array", "jax.numpy.asarray"})
_OF_ARRAY = frozenset({"dtype", "ndim", "shape", "size"})
_LOOKS_FIRST = ("isinstance", "type", "hasattr", "getattr", "callable", "issubclass")


@dataclass(frozen=True, slots=True)
class Converting:
    """A constructor that JAX calls with what is no array.

    Attributes:
        node: what needs an array.
        owner: the class.
        part: the parameter.
        made: where the object is put together.
        of_host: it needs a real array: a tracer will not do.
        checks: it checks, and converts nothing.
    """

    node: ast.expr
    owner: ast.ClassDef
    part: str
    made: ast.Call
    of_host: bool
    checks: bool


def converting(facts: Facts) -> Iterator[Converting]:
    """The trees of a file whose constructor converts or checks their parts, one finding each."""
    for owner, flatten, unflatten in _registered(facts):
        init = _method(owner, "__init__")
        if init is None:
            continue
        for made in _made(facts, owner, unflatten):
            parts = _parts(made, init, unflatten, _count(facts, flatten))
            needs = _needs(facts, owner, init, parts, made)
            found = sorted(needs, key=lambda f: (not f.of_host, f.checks))
            yield from found[:1]
            break


def _registered(
    facts: Facts,
) -> Iterator[tuple[ast.ClassDef, FunctionNode | None, FunctionNode]]:
    """The classes that are registered as trees, with the functions that take them apart and put
    them together."""
    for owner in facts.module.all(ast.ClassDef):
        unflatten = _method(owner, "tree_unflatten")
        if unflatten is not None and any(
            facts.names.of(d) in _DECORATORS for d in owner.decorator_list
        ):
            yield owner, _method(owner, "tree_flatten"), unflatten
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) not in _REGISTERING or not call.args:
            continue
        made = class_made(facts, call.args[0])
        ways = [argument(call, 1, "flatten_func"), argument(call, 2, "unflatten_func")]
        found = [calls(facts).callee(way) for way in ways]
        bodies = [f.node if f is not None and not f.bound else None for f in found]
        if made is not None and bodies[1] is not None and made in facts.module.all(ast.ClassDef):
            yield made, bodies[0], bodies[1]


def _method(owner: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    found = (s for s in owner.body if isinstance(s, ast.FunctionDef) and s.name == name)
    return next(found, None)


def _made(facts: Facts, owner: ast.ClassDef, unflatten: FunctionNode) -> Iterator[ast.Call]:
    """Where the object is put together by the class itself: `cls(*children)`."""
    first = positional(unflatten)[:1] if facts.module.class_of(unflatten) is owner else []
    for call in facts.module.inside(ast.Call, unflatten):
        if isinstance(call.func, ast.Name) and call.func.id in (*first, owner.name):
            yield call


def _count(facts: Facts, flatten: FunctionNode | None) -> int | None:
    """How many children a tree has; None where that is not written out."""
    for value in facts.module.results(flatten) if flatten is not None else ():
        children = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else None
        children = facts.names.behind(children)
        if isinstance(children, (ast.Tuple, ast.List)):
            return len(children.elts)
    return None


def _parts(
    made: ast.Call, init: FunctionNode, unflatten: FunctionNode, count: int | None
) -> set[str]:
    """The parameters of the constructor that are given children."""
    names, takes = positional(init)[1:], positional(unflatten)
    children = takes[-1] if takes else ""
    unpacked = {children}
    for node in ast.walk(unflatten):
        if isinstance(node, ast.Assign) and _reads(node.value, {children}):
            unpacked |= {n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    out: set[str] = set()
    for place, given in enumerate(made.args):
        if isinstance(given, ast.Starred):
            if _reads(given.value, {children}) and count is not None:
                out |= set(names[place : place + count])
            break
        if place < len(names) and _reads(given, unpacked):
            out.add(names[place])
    return out | {k.arg for k in made.keywords if k.arg and _reads(k.value, unpacked)}


def _reads(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression is a name, or one of its entries."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id in names


def _needs(
    facts: Facts, owner: ast.ClassDef, init: FunctionNode, parts: set[str], made: ast.Call
) -> Iterator[Converting]:
    """What in a constructor needs arrays for its parts, where nothing looks first."""
    for node in facts.module.inside(ast.AST, init):
        if isinstance(node, ast.Try) or (
            isinstance(node, ast.Call) and facts.names.is_builtin(node.func, *_LOOKS_FIRST)
        ):
            return
    for node in facts.module.inside(ast.AST, init):
        if isinstance(node, ast.Call) and len(node.args) > 0:
            part = _part(node.args[0], parts)
            name = facts.names.call(node) or ""
            of_host = name in _OF_HOST or facts.names.is_builtin(node.func, "float", "int")
            if part and (of_host or name in _OF_ARRAYS) and not _is_perhaps(facts, node, init):
                yield Converting(node, owner, part, made, of_host, checks=False)
        elif isinstance(node, ast.Assert) or (isinstance(node, ast.If) and _raises(node)):
            for inner in facts.module.inside(ast.Attribute, node.test):
                part = _part(inner.value, parts) if inner.attr in _OF_ARRAY else ""
                if part and not _is_perhaps(facts, node, init):
                    yield Converting(inner, owner, part, made, of_host=False, checks=True)


def _part(node: ast.expr, parts: set[str]) -> str:
    if isinstance(node, ast.Name):
        return node.id if node.id in parts else ""
    of_self = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    return node.attr if of_self and node.attr in parts else ""  # type: ignore[attr-defined]


def _raises(node: ast.If) -> bool:
    return any(isinstance(s, ast.Raise) for s in node.body)


def _is_perhaps(facts: Facts, node: ast.AST, init: FunctionNode) -> bool:
    """Whether something is done behind a test only, as for `None`."""
    inner: ast.AST = node
    for around in facts.module.ancestors(node):
        if around is init:
            return False
        behind = isinstance(around, (ast.If, ast.IfExp, ast.BoolOp))
        if behind and inner is not getattr(around, "test", None):
            return True
        inner = around
    return False
