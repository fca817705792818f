"""Side effects of traced code: what it stores, or prints, that outlives the trace."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.abstract import why_abstract
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing, values
from jaxopt_lint.semantics.jax.effects.deeds import deed_of, shown
from jaxopt_lint.semantics.jax.effects.objects import made_by
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.kinds import TRACED, Kind
from jaxopt_lint.semantics.python import FUNCTIONS, root_of
from jaxopt_lint.semantics.subjects.purity.escapes import boundary, outlives
from jaxopt_lint.semantics.subjects.purity.gradient_leaks import gradient_leaks
from jaxopt_lint.semantics.subjects.purity.overwritten import overwritten
from jaxopt_lint.semantics.subjects.purity.put_back import put_back


@dataclass(frozen=True, slots=True, eq=False)
class SideEffect:
    """One side effect.

    Attributes:
        node: the statement or call.
        how: "store", "count", "keep" (into a container) or "print".
        target: what is stored to, as written; for prints the function that prints.
        value: what is stored or printed.
        traced: whether that value is certainly traced.
        why: why the code runs at trace time.
        assumed: what was taken for granted about the value.
    """

    node: ast.AST
    how: str
    target: str
    value: ast.expr | None
    traced: bool
    why: str
    assumed: tuple[str, ...] = ()


# What puts its last argument into a container.
_ADDERS = ("append", "appendleft", "add", "extend", "update", "insert")
_CONTAINERS = ("list", "dict", "set", "deque")
_MAKERS = frozenset(
    {"__init__", "__new__", "__post_init__", "__init_subclass__", "__setattr__", "__setstate__",
     "setup", "tree_unflatten"}
)  # fmt: skip


@fact
def side_effects(facts: Facts) -> dict[ast.AST, SideEffect]:
    """Every side effect of certainly traced code in a file, by the node that has it."""
    return {e.node: e for e in _effects(facts)}


def _effects(facts: Facts) -> Iterator[SideEffect]:
    module, transforms = facts.module, tracing(facts)
    for statement, target, stored, why in gradient_leaks(facts):
        if put_back(facts, statement, target):
            continue
        text = module.source(stored)
        what = f"`{text}`" if len(text) <= 40 and "\n" not in text else "what is stored"
        assumed = (f"{what} is an array",)
        yield SideEffect(statement, "store", module.source(target), stored, True, why, assumed)
    for node in module.all(ast.Assign, ast.AnnAssign, ast.AugAssign):
        if transforms.staged(module.function(node)) is not None:
            yield from _stores(facts, node)
    for call in module.all(ast.Call):
        if transforms.staged(module.function(call)) is not None:
            yield from _adds(facts, call)
            yield from _prints(facts, call)


def _stores(facts: Facts, node: ast.AST) -> Iterator[SideEffect]:
    assert isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign))
    if node.value is None:
        return
    targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target, value in _pairs(targets, node.value):
        root: ast.Name | None = None
        how = "count" if isinstance(node, ast.AugAssign) else "store"
        if isinstance(target, ast.Name):
            if facts.module.scope[target].outer.get(target.id) is not None:
                root = target
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            if _keeps_attributes(facts, target):
                root = target.value
        elif isinstance(target, ast.Subscript) and _is_container(facts, target.value):
            root = _root(target.value)
            how = "keep"
        if root is None:
            continue
        why = outlives(facts, root)
        if why is None or not _seen_outside(facts, target, root) or put_back(facts, node, target):
            continue
        if facts.module.is_self(root) and overwritten(facts, target, facts.module.holder(root)):
            continue
        traced = _traced(facts, value, root)
        if not traced and how == "store" and _is_nonlocal(facts, target):
            continue  # what is known while tracing is handed out of the trace
        yield SideEffect(node, how, facts.module.source(target), value, traced, why)
        return


def _adds(facts: Facts, node: ast.Call) -> Iterator[SideEffect]:
    func = node.func
    if not isinstance(func, ast.Attribute) or func.attr not in _ADDERS:
        return
    if not node.args or not _is_container(facts, func.value):
        return
    root = _root(func.value)
    why = outlives(facts, root) if root is not None else None
    if root is None or why is None or not _seen_outside(facts, func.value, root):
        return
    if put_back(facts, facts.module.statement(node), func.value):
        return
    value = node.args[-1]
    target = facts.module.source(func.value)
    traced = _traced(facts, value, root)
    yield SideEffect(node, "keep", target, value, traced, why)


def _prints(facts: Facts, node: ast.Call) -> Iterator[SideEffect]:
    deed = deed_of(facts, node)
    if deed is None or deed.waits != "print":
        return
    printed = next((v for v in shown(node.args) if _is_tracer(facts, v)), None)
    if printed is None:
        return
    why = why_abstract(facts, node)
    if why is not None and "`eval_shape`" not in why:
        yield SideEffect(node, "print", facts.module.source(node.func), printed, True, why)


# -- what is stored to ------------------------------------------------------------------


def _pairs(targets: list[ast.expr], value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in targets:
        if not isinstance(target, (ast.Tuple, ast.List)):
            yield target, value
        elif isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
            for part, item in zip(target.elts, value.elts, strict=True):
                yield from _pairs([part], item)
        else:
            for part in target.elts:
                yield from _pairs([part], value)


def _is_nonlocal(facts: Facts, target: ast.expr) -> bool:
    if not isinstance(target, ast.Name):
        return False
    return facts.module.scope[target].outer.get(target.id) == "nonlocal"


def _root(node: ast.expr) -> ast.Name | None:
    found = root_of(node)
    return found if isinstance(found, ast.Name) else None


def _keeps_attributes(facts: Facts, target: ast.Attribute) -> bool:
    """Whether storing to an attribute is a plain Python store that nobody looks after."""
    if target.attr in ("value", "at", "T") or target.attr.startswith("__"):
        return False  # variables of nnx and objax, which their transforms carry
    root = target.value
    assert isinstance(root, ast.Name)
    if not facts.module.is_self(root):
        return True
    owner = facts.module.owner(target)
    if owner is None or framework_of(facts, owner) is not None or owner.keywords:
        return False
    holder = facts.module.holder(root)
    name = getattr(holder.node, "name", "") if holder is not None else ""
    return name not in _MAKERS and not any(
        "property" in facts.module.source(d)
        for s in owner.body
        if isinstance(s, ast.FunctionDef) and s.name == target.attr
        for d in s.decorator_list
    )


def _is_container(facts: Facts, node: ast.expr) -> bool:
    """Whether a name, or an attribute of `self`, only ever holds a list, dict or set."""
    if isinstance(node, ast.Attribute):
        owner = facts.module.owner(node)
        if owner is None or framework_of(facts, owner) is not None:
            return False
    return isinstance(node, (ast.Name, ast.Attribute)) and made_by(facts, node) in _CONTAINERS


def _seen_outside(facts: Facts, target: ast.expr, root: ast.Name) -> bool:
    """Whether what is stored can be seen after the trace.

    A value that is read back by traced code alone is handed from one part of a trace to another.
    """
    module, transforms = facts.module, tracing(facts)
    inner = boundary(facts, root)
    holder = facts.module.holder(root)
    reads = list(_reads(facts, target, root))
    if inner is not None and holder is not None and isinstance(holder.node, FUNCTIONS):
        outside = [r for r in reads if not facts.module.within(r, inner)]
        if isinstance(target, ast.Name):
            return bool(outside)
        if outside or not module.is_self(root):
            return bool(outside)
    if not reads:
        return True
    return any(transforms.staged(module.function(r)) is None for r in reads)


def _reads(facts: Facts, target: ast.expr, root: ast.Name) -> Iterator[ast.AST]:
    module = facts.module
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute):
        for attribute in module.attributes(target.attr):
            if isinstance(attribute.ctx, ast.Load):
                if not _only_stores(facts, attribute):
                    yield attribute
        return
    holder = facts.module.holder(root)
    for node in module.named(root.id):
        if isinstance(node.ctx, ast.Load):
            if facts.module.holder(node) is holder and not _only_stores(facts, node):
                yield node


def _only_stores(facts: Facts, node: ast.AST) -> bool:
    """Whether a read is the `xs` of `xs.append(x)` or of `xs[i] = x`."""
    around = facts.module.parent.get(node)
    if isinstance(around, ast.Attribute) and around.attr in (*_ADDERS, "clear"):
        return isinstance(facts.module.parent.get(around), ast.Call)
    return isinstance(around, ast.Subscript) and isinstance(around.ctx, ast.Store)


# -- what is stored ---------------------------------------------------------------------


def _is_tracer(facts: Facts, value: ast.expr) -> bool:
    return values(facts).kind(value) in TRACED


def _traced(facts: Facts, value: ast.expr, root: ast.Name) -> bool:
    """Whether a value belongs to the trace that the object it is stored in outlives."""
    parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value]
    if not any(_is_tracer(facts, part) for part in parts):
        return False
    inner = boundary(facts, root)
    if inner is None:
        return True
    if tracing(facts).staged(facts.module.function(inner)) is None:
        return True  # nothing is traced around it
    # An array of the trace around it is still good there.
    for node in facts.module.inside(ast.Name, value):
        holder = facts.module.holder(node)
        if holder is not None and inner in (holder.node, *facts.module.ancestors(holder.node)):
            return True
    return isinstance(value, ast.Call)


def is_plain(facts: Facts, value: ast.expr | None) -> bool:
    """Whether a stored value is certainly an ordinary Python value."""
    return value is not None and values(facts).kind(value) is Kind.STATIC
