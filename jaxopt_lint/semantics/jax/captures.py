"""What code reads from the scopes around it, and what may change those values meanwhile."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.basics import Facts, Kind, tracing, values
from jaxopt_lint.semantics.python import Module, Scope, all_names
from jaxopt_lint.semantics.python.walking import walk


def captured(module: Module, node: ast.AST) -> Iterator[tuple[ast.Name, Scope]]:
    """Every name that a piece of code reads from a scope around it, with that scope.

    Builtins, and what the code binds for itself, are left out.
    """
    parts = list(walk(node))
    inside = set(parts)
    for name in parts:  # in one order, whatever the addresses of the nodes
        if not isinstance(name, ast.Name) or not isinstance(name.ctx, ast.Load):
            continue
        scope = module.scope[name]
        if scope.outer.get(name.id) == "global":
            yield name, module.top
            continue
        holder = scope.holder(name.id)
        if holder is None:
            if not hasattr(builtins, name.id):
                yield name, module.top
        elif holder.node not in inside:
            yield name, holder


def bound_within(module: Module, node: ast.AST, region: ast.AST) -> set[str]:
    """The captured names of a piece of code that a loop or a function around it binds."""
    inside = _bodies(region)
    return {
        name.id
        for name, holder in captured(module, node)
        if holder.node is region
        or id(holder.node) in inside
        or any(b.node is region or id(b.node) in inside for b in holder.bindings.get(name.id, ()))
    }


def targets_of(loop: ast.AST) -> set[str]:
    """The names that the head of a loop binds."""
    heads = [loop, *getattr(loop, "generators", ())]
    return all_names(*(h.target for h in heads if isinstance(h, _TURNING)))


_TURNING = (ast.For, ast.AsyncFor, ast.comprehension)


def varying(facts: Facts, node: ast.AST, loop: ast.AST) -> set[str]:
    """The captured names whose values differ from one iteration to the next.

    Those are the loop's own targets and whatever the body computes from them, or from itself.
    """
    module = facts.module
    seeds = targets_of(loop)
    inside = _bodies(loop)
    out: set[str] = set()

    def differs(name: str, scope: Scope, seen: frozenset[str]) -> bool:
        if name in seeds or name in seen:
            return True  # set by the loop, or computed from what it was before
        holder = scope.holder(name)
        bindings = holder.bindings[name] if holder is not None else []
        for binding in [b for b in bindings if id(b.node) in inside]:
            source: ast.AST | None = binding.value
            if binding.kind == "def":
                source = binding.node
            elif binding.kind == "target" and isinstance(binding.node, ast.Assign):
                source = binding.node.value
            if source is None:
                return True
            for inner, _ in captured(module, source):
                if differs(inner.id, module.scope[inner], seen | {name}):
                    return True
            if any(isinstance(n, (ast.Yield, ast.Await)) for n in walk(source)):
                return True
        return False

    for name, _ in captured(module, node):
        if name.id not in out and differs(name.id, module.scope[name], frozenset()):
            out.add(name.id)
    return out


def changes(facts: Facts, read: ast.Name, holder: Scope, region: ast.AST) -> bool | None:
    """Whether what a captured name is read for becomes something else while a region runs.

    True: it is stored to, in the region or in a function that the region may call. None: its
    value is handed to code that is free to change it, or stored to in other places.
    """
    module, name = facts.module, read.id
    immutable = values(facts).kind(read) in (Kind.DEVICE, Kind.TRACER)
    inside = set(walk(region))
    wanted = module.source(_path(facts, read))
    maybe = False
    for node in module.held(holder, name):
        if node not in inside and module.scope[node] is holder:
            continue
        path = _path(facts, node)
        if not isinstance(getattr(path, "ctx"), ast.Load):
            if wanted.startswith(module.source(path)):
                return True
            maybe = True
        maybe = maybe or (not immutable and _lent(facts, node, path))
    return None if maybe else False


def _path(facts: Facts, node: ast.Name) -> ast.expr:
    """`a.b[c]` around a name `a`."""
    path: ast.expr = node
    around = facts.module.parent[path]
    while isinstance(around, (ast.Attribute, ast.Subscript)) and around.value is path:
        path, around = around, facts.module.parent[around]
    return path


def _lent(facts: Facts, node: ast.Name, path: ast.expr) -> bool:
    """Whether other code gets hold of a value: by a method, or as an argument."""
    around = facts.module.taker(path)
    if not isinstance(around, ast.Call):
        return False
    if around.func is path:
        return path is not node
    name = facts.names.call(around) or ""
    if name.startswith("jax.") or tracing(facts).jitted(around.func) is not None:
        return False
    return path is node and not facts.names.is_builtin(around.func, *_READERS)


_READERS = (
    "abs", "bool", "dict", "enumerate", "float", "getattr", "hasattr", "int", "isinstance", "len",
    "list", "max", "min", "print", "range", "repr", "reversed", "sorted", "str", "sum", "tuple",
    "type", "zip",
)  # fmt: skip


def rebound(module: Module, name: str) -> bool:
    """Whether a module-level name gets more than one value, or gets one from a function."""
    bindings = module.top.bindings.get(name, [])
    return (
        len(bindings) != 1
        or bindings[0].kind in ("augmented", "target", "delete")
        or name in module.declared_global
    )


def _bodies(region: ast.AST) -> set[int]:
    body = getattr(region, "body", None)
    parts = list(body) if isinstance(body, list) else [region]
    if isinstance(region, ast.While):
        parts.append(region.test)
    return {id(n) for part in parts for n in walk(part)}
