"""Methods that compute as they are where the method that they override is compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.frameworks import is_apply
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import in_test

_BASES = 4  # classes up that are looked through
_MANY = 4  # operations without a network
_JITS = ("jax.jit", "jax.pmap", "equinox.filter_jit")
_OPERATIONS = ("jax.numpy.", "jax.nn.", "jax.lax.", "jax.random.", "jax.scipy.")


@dataclass(frozen=True, slots=True, eq=False)
class LostJit:
    """One method that has lost the decorator of the one which it overrides.

    Attributes:
        node: the method.
        base: the class above that has the compiled one.
        network: it runs a network, and not only operations.
    """

    node: ast.FunctionDef
    base: str
    network: bool


def lost_jits(facts: Facts) -> Iterator[LostJit]:
    """The methods of a file that override a compiled one, compute and are not compiled."""
    for owner in facts.module.all(ast.ClassDef):
        if not owner.bases or framework_of(facts, owner) is not None:
            continue
        plain = [m for m in owner.body if isinstance(m, ast.FunctionDef) and _is_plain(facts, m)]
        for method in plain:
            found = _lost(facts, owner, method)
            if found is not None:
                yield found


def _is_plain(facts: Facts, method: ast.FunctionDef) -> bool:
    """Whether no decorator of a method does anything to it."""
    marks = ("overrides.overrides", "typing.override", "typing_extensions.override")
    return all(facts.names.of(d) in marks for d in method.decorator_list)


def _lost(facts: Facts, owner: ast.ClassDef, method: ast.FunctionDef) -> LostJit | None:
    calls = [c for c in facts.module.inside(ast.Call, method) if _own(facts, c, method)]
    network = any(is_apply(c.func) for c in calls)
    operations = sum((facts.names.call(c) or "").startswith(_OPERATIONS) for c in calls)
    if not network and operations < _MANY:
        return None
    base = next(filter(None, (_compiled(facts, b, method.name, _BASES) for b in owner.bases)), None)
    if base is None or in_test(facts, method):
        return None
    if not tracing(facts).untraced(method):
        return facts.doubt(method, "others may trace {}", method)
    return LostJit(method, base, network)


def _own(facts: Facts, call: ast.Call, method: ast.FunctionDef) -> bool:
    """Whether a method makes a call itself, and no function that it hands on."""
    return facts.module.function(call) is method


def _compiled(facts: Facts, base: ast.expr, name: str, depth: int) -> str | None:
    """The class, a base or one above it, whose method of a name is compiled; None where the first
    one that has it is not."""
    found = _class(facts, base)
    if found is None:
        return None
    home, owner = found
    for method in owner.body:
        if isinstance(method, ast.FunctionDef) and method.name == name:
            jitted = any(_is_jit(home, d) for d in method.decorator_list)
            return owner.name if jitted else None
    above = (_compiled(home, b, name, depth - 1) for b in owner.bases) if depth else ()
    return next(filter(None, above), None)


def _is_jit(facts: Facts, decorator: ast.expr) -> bool:
    """`jax.jit`, `jax.jit(...)` or `partial(jax.jit, ...)`."""
    made = decorator
    if facts.names.call(made) == "functools.partial" and isinstance(made, ast.Call) and made.args:
        made = made.args[0]
    return (facts.names.call(made) or facts.names.of(made)) in _JITS


def _class(facts: Facts, base: ast.expr) -> tuple[Facts, ast.ClassDef] | None:
    """The class of the project that stands as a base."""
    binding = facts.names.only_binding(base)
    if binding is not None and isinstance(binding.node, ast.ClassDef):
        return facts, binding.node
    module, name = facts.project.home(facts.names.of(base) or "")
    there = elsewhere(facts, module) if module else None
    bindings = there.module.top.bindings.get(name, []) if there is not None else []
    node = bindings[0].node if len(bindings) == 1 else None
    return (there, node) if there is not None and isinstance(node, ast.ClassDef) else None
