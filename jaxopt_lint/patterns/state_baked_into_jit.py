"""State of an object that a jitted method of it reads: compiled in, and stale when it changes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.subjects.purity.escapes import static_receivers


@dataclass(frozen=True, slots=True, eq=False)
class Baked:
    """One attribute of `self` that a compiled method has turned into a constant.

    Attributes:
        node: the first read.
        attribute: its name.
        method: the name of the method that reads it.
        writer: the method that stores it again later; "" if it is large rather than stale.
        why: why the method is compiled with `self` fixed.
    """

    node: ast.Attribute
    attribute: str
    method: str
    writer: str
    why: str


# What holds the weights of a model, where it is arrays.


@fact
def baked_state(facts: Facts) -> dict[ast.AST, Baked]:
    """The reads that compile an object's state in, the first of each attribute and method."""
    return {b.node: b for b in _find(facts)}


def _find(facts: Facts) -> Iterator[Baked]:
    methods = static_receivers(facts)
    if facts.asked:
        _other_jits(facts, methods)
    if not methods:
        return
    seen: set[tuple[ast.ClassDef, str]] = set()
    by_value: dict[ast.ClassDef, bool] = {}
    writers = _writers(facts, methods)
    for node in facts.module.all(ast.Attribute):
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name):
            continue
        if not facts.module.is_self(node.value):
            continue
        holder = facts.module.scope[node].holder(node.value.id)
        method = holder.node if holder is not None else None
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if method not in methods or tracing(facts).host(facts.module.function(node)):
            continue
        owner = facts.module.class_of(method)
        if owner is None or (owner, node.attr) in seen:
            continue
        writer = writers.get((owner, node.attr), "")
        if not writer and not words.WEIGHTS.says(node.attr):
            continue
        if owner not in by_value:
            by_value[owner] = _compares_by_value(facts, owner)
        if by_value[owner] and writer:
            what = "objects of `{}` are compared by what they hold, so that a change compiles anew"
            facts.doubt(node, what, owner.name)
            continue
        if not (writer or _is_weights(facts, owner, node)):
            what = "{} is not known to hold arrays of JAX, and no method is seen to store it later"
            facts.doubt(node, what, node)
        else:
            seen.add((owner, node.attr))
            yield Baked(node, node.attr, method.name, writer, methods[method])


def _other_jits(facts: Facts, methods: Collection[FunctionNode]) -> None:
    """Say of methods that something else than a fixed `self` is compiled of them."""
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.transform.kind != "jit" or function is None or function in methods:
            continue
        owner = facts.module.class_of(function)
        framework = framework_of(facts, owner)
        if owner is not None and framework is not None:
            what = "`{}` is a module of {}, and only plain classes are looked at"
            facts.doubt(wrap.site, what, owner.name, framework)
        elif owner is not None:
            what = "{} is not known to be compiled with `self` as a constant"
            facts.doubt(wrap.site, what, function)


def _compares_by_value(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether objects of a class hash by what they hold, so that a change compiles anew."""
    if any(words.COMPARED_BY_VALUE.says(facts.module.source(d)) for d in owner.decorator_list):
        return True
    defined = {s.name for s in owner.body if isinstance(s, ast.FunctionDef)}
    for statement in owner.body:
        if isinstance(statement, ast.Assign):
            defined |= {t.id for t in statement.targets if isinstance(t, ast.Name)}
    return bool(defined & {"__hash__", "__eq__"})


def _writers(
    facts: Facts, compiled: dict[FunctionNode, str]
) -> dict[tuple[ast.ClassDef, str], str]:
    """The host method, if any, that stores each attribute after the object was made."""
    out: dict[tuple[ast.ClassDef, str], str] = {}
    for node in facts.module.all(ast.Attribute):
        if not isinstance(node.ctx, ast.Store):
            continue
        if not facts.module.is_self(node.value):
            continue
        method = facts.module.function(node)
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) or method in compiled:
            continue
        owner = facts.module.class_of(method)
        if owner is None or (owner, node.attr) in out:
            continue
        if tracing(facts).staged(method) is not None or _made_by(facts, method):
            continue
        if _fills_in(facts, node) or _compiles_again(facts, method):
            continue
        if not any(words.CACHED_METHOD.says(facts.module.source(d)) for d in method.decorator_list):
            out[owner, node.attr] = method.name
    return out


def _made_by(facts: Facts, method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a method only serves to make an object."""
    if words.MAKER.says(method.name):
        return True
    callers = calls(facts).callers(method)
    return bool(callers) and all(
        words.MAKER.says(getattr(facts.module.function(c), "name", "")) for c in callers
    )


def _fills_in(facts: Facts, node: ast.Attribute) -> bool:
    """Whether a store only happens while there is nothing yet: `if self.x is None`."""
    for around in facts.module.ancestors(node):
        if isinstance(around, FUNCTIONS):
            return False
        if isinstance(around, ast.If) and facts.module.source(node) in facts.module.source(
            around.test
        ):
            return True
    return False


def _compiles_again(facts: Facts, method: FunctionNode) -> bool:
    return any(
        w.transform.kind in ("jit", "pmap") and facts.module.function(w.site) is method
        for w in tracing(facts).wraps
    )


def _is_weights(facts: Facts, owner: ast.ClassDef, node: ast.Attribute) -> bool:
    """Whether a read of `self.params` and the like is certainly of a model's arrays."""
    if not words.WEIGHTS.says(node.attr):
        return False
    around = facts.module.parent.get(node)
    if isinstance(around, ast.Call) and around.args[:1] == [node]:
        if isinstance(around.func, ast.Attribute) and around.func.attr in ("apply", "apply_fn"):
            return True
    for value in calls(facts).attribute_values(owner, node.attr):
        if isinstance(value, ast.Call):
            name = facts.names.of(value.func)
            if name is not None and name.startswith(("jax.numpy.", "jax.random.", "jax.tree")):
                return True
            if isinstance(value.func, ast.Attribute) and value.func.attr == "init":
                return True
    return False
