"""Methods that renew what their object holds, call by call, and run JAX operation by operation.

A method that stores `self.state`, made of `self.state`, is called again and again: it is a turn of
a loop that somebody else writes. Nothing can compile it, as what it stores would be a tracer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.eager_updates import of_the_project, texts_near
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import CONSTRUCTORS, in_test
from jaxopt_lint.semantics.python import assigned_names, grouped, read_names

_TAKEN = frozenset({"grad", "value_and_grad", "vmap"})
_MADE_BY = ("jit", "pmap", "filter_jit", "Jit")  # what would have compiled it


@dataclass(frozen=True, slots=True, eq=False)
class EagerMethod:
    """One call of what a transform made, in a method that renews its object.

    Attributes:
        node: the call.
        name: what the transform was given.
        transform: what made it, dotted.
        carried: the attribute that the method renews.
        method: the method.
    """

    node: ast.Call
    name: str
    transform: str
    carried: str
    method: ast.FunctionDef

    @property
    def because(self) -> tuple[str, ...]:
        """What was proven."""
        again = "so that it is called again and again, on the host"
        return (f"the method renews `self.{self.carried}`, {again}",)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        return (f"nothing is compiled in `{self.name}`",)


@fact
def eager_methods(facts: Facts) -> dict[ast.Call, EagerMethod]:
    """What methods that renew their object run eagerly through a transform, by the call"""
    found: dict[ast.FunctionDef, EagerMethod] = {}  # once for each method is enough
    for method, stores in _storing(facts).items():
        if not isinstance(method, ast.FunctionDef) or method in eager_steps(facts):
            continue
        if not any(_candidates(facts, method)) or not _runs_on_host(facts, method):
            continue
        for call, made in _candidates(facts, method):
            carried = _carried(facts, stores, call)
            one = _method(facts, method, carried, call, made) if carried else None
            if one is not None:
                found.setdefault(method, one)
    return {one.node: one for one in found.values()}


@fact
def _storing(facts: Facts) -> dict[ast.AST | None, list[ast.Attribute]]:
    """The attributes of `self` that methods store, by the method"""
    if not any(facts.module.all(ast.ClassDef)):
        return {}
    module = facts.module
    stored = (
        node
        for node in module.all(ast.Attribute)
        if isinstance(node.ctx, ast.Store) and module.is_self(node.value)
    )
    return grouped((module.function(node), node) for node in stored)


def _runs_on_host(facts: Facts, method: ast.FunctionDef) -> bool:
    if method.name in CONSTRUCTORS or method.decorator_list or in_test(facts, method):
        return False
    owner = facts.module.class_of(method)
    if owner is None or owner.decorator_list or framework_of(facts, owner) is not None:
        return False
    if not of_the_project(facts, method):
        what = "a class whose code is not seen may compile the methods of those below it"
        return facts.doubt(method, what, answer=False)
    transforms = tracing(facts)  # what stores a tracer on its object is never traced on purpose
    return transforms.staged(method) is None and not transforms.elsewhere(method)


def _candidates(facts: Facts, method: ast.FunctionDef) -> Iterator[tuple[ast.Call, ast.Call]]:
    """The calls of a method that run what a transform made, with the call of the transform."""
    for call in facts.module.inside(ast.Call, method):
        if facts.module.function(call) is not method:
            continue
        made: ast.expr | None = call.func
        if isinstance(made, ast.Attribute) and facts.module.is_self(made.value):
            made = _held(facts, method, made.attr)
        elif isinstance(made, ast.Name):
            made = facts.names.value(made)
        if isinstance(made, ast.Call) and made is not call:
            name = facts.names.call(made) or ""
            if name in TRANSFORMS and TRANSFORMS[name].kind in _TAKEN and made.args:
                yield call, made


def _held(facts: Facts, method: ast.FunctionDef, attr: str) -> ast.expr | None:
    """What an attribute of the object is, if one place of its class stores it."""
    owner = facts.module.class_of(method)
    values = calls(facts).attribute_values(owner, attr) if owner is not None else []
    return values[0] if len(values) == 1 else None


def _carried(facts: Facts, stores: list[ast.Attribute], call: ast.Call) -> str:
    """An attribute that a method renews by a call which is given it, and what the eager call has
    made; or by the eager call itself."""
    made = set[str]()
    home = facts.module.statement(call)
    if isinstance(home, ast.Assign):
        made = assigned_names(*home.targets)
    for store in stores:
        statement = facts.module.statement(store)
        value = getattr(statement, "value", None)
        if not isinstance(statement, ast.Assign) or value is None:
            continue
        values = [value]
        if isinstance(value, ast.Name):
            values = [getattr(b.node, "value", None) for b in facts.names.binding(value)]
        for one in values:
            if not isinstance(one, ast.Call) or not _given(facts, one, store.attr):
                continue
            if one is call or made & read_names(*one.args):
                return store.attr
    return ""


def _given(facts: Facts, call: ast.Call, attr: str) -> bool:
    """Whether a call is given an attribute of the object, as it is."""
    return any(
        isinstance(given, ast.Attribute)
        and given.attr == attr
        and facts.module.is_self(given.value)
        for given in (*call.args, *(k.value for k in call.keywords))
    )


def _method(
    facts: Facts, method: ast.FunctionDef, carried: str, call: ast.Call, made: ast.Call
) -> EagerMethod | None:
    inner, transform = made.args[0], facts.names.call(made) or ""
    if tracing(facts).compiled(call.func) or tracing(facts).compiled(inner):
        return facts.doubt(call, "what {} is given is compiled", made)
    callee = calls(facts).callee(inner)
    if callee is not None and callee.wraps:
        return facts.doubt(call, "{} is wrapped already", inner)
    if callee is not None and callee.node is None:
        return facts.doubt(call, "what {} is is not seen here", inner)
    if callee is None and not _is_function(facts, inner):
        return facts.doubt(call, "what {} is is not seen here", inner)
    name = facts.module.source(inner)
    last = name.rpartition(".")[2]
    if any(f"{by}({of}{last}" in text for text in texts_near(facts) for by in _MADE_BY
           for of in ("", "self.")):  # fmt: skip
        return facts.doubt(call, "somebody compiles {}", inner)
    return EagerMethod(call, name, transform, carried, method)


def _is_function(facts: Facts, inner: ast.expr) -> bool:
    """Whether a function is one that the object was given, or has as its own."""
    if isinstance(inner, ast.Attribute):
        return facts.module.is_self(inner.value)
    return isinstance(inner, ast.Lambda)
