"""Keywords of JAX that are renamed or removed in the release that the code is for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.api.history import Change, table
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import FUNCTIONS, Binding, defaults


@dataclass(frozen=True, slots=True)
class Changed:
    """One keyword that a call still gives.

    Attributes:
        node: the keyword.
        call: the call.
        partial: the call is a `functools.partial` of the function.
        name: the dotted name of the function.
        change: what happened to the keyword.
        also: further keywords of the call to which the same happened.
    """

    node: ast.keyword
    call: ast.Call
    partial: bool
    name: str
    change: Change
    also: tuple[Changed, ...] = ()

    @property
    def new(self) -> str:
        """What takes its place, in words of the table: mostly a keyword."""
        return self.change.replacement.removeprefix(f"{self.name}(").removesuffix(")")


def changed_keywords(facts: Facts, call: ast.Call) -> list[Changed]:
    """The keywords of a call that the target deprecates or no longer has, one for each fate."""
    fates: dict[object, list[Changed]] = {}
    for one in _changed_keywords(facts, call):
        fates.setdefault((one.change.deprecated, one.change.removed), []).append(one)
    return [replace(first, also=tuple(rest)) for first, *rest in fates.values()]


def _changed_keywords(facts: Facts, call: ast.Call) -> Iterator[Changed]:
    if not call.keywords:
        return
    name, target = facts.names.of(call.func), facts.newest_jax
    partial = name == "functools.partial" and bool(call.args)
    if partial:
        name = facts.names.of(call.args[0])
    if name is None or name not in table().parameters or name in facts.project.stored:
        return  # what the project puts in its place may take anything
    whole = table().name(name)
    if whole is not None and whole.gone(target):
        return  # the name itself is missing: `removed-api` says so
    for keyword in call.keywords:
        change = table().parameter(name, keyword.arg or "")
        if change is None or _passed_on(facts, keyword) or in_shim(facts, call):
            continue
        if is_caught(facts, call):
            continue
        if change.gone(target) or change.warns(target) or change.ends_after(target):
            yield Changed(keyword, call, partial, name, change)


def is_caught(facts: Facts, call: ast.Call) -> bool:
    """Whether a handler is the other way for releases that do not take a keyword."""
    for child, around in facts.module.way_out(call):
        if isinstance(around, FUNCTIONS):
            return False
        if isinstance(around, ast.Try) and child in around.body:
            for handler in around.handlers:
                kinds = ast.walk(handler.type) if handler.type is not None else ()
                if any(isinstance(k, ast.Name) and k.id in _REFUSED for k in kinds):
                    return not isinstance(handler.body[-1], ast.Raise)
    return False


_REFUSED = frozenset({"TypeError", "Exception", "BaseException"})


def _passed_on(facts: Facts, keyword: ast.keyword) -> bool:
    """`device=where` of a parameter that is None by default: it matters only when it is given."""
    value = keyword.value
    if isinstance(value, ast.Constant):
        return value.value is None and keyword.arg in ("device", "backend")
    bindings = facts.names.binding(value) if isinstance(value, ast.Name) else []
    return any(b.kind == "param" and _none_by_default(facts, b) for b in bindings)


def _none_by_default(facts: Facts, parameter: Binding) -> bool:
    home = facts.module.around(parameter.node, *FUNCTIONS)
    default = defaults(home).get(parameter.name) if isinstance(home, FUNCTIONS) else None
    return isinstance(default, ast.Constant) and default.value is None
