"""Calls of functions of the libraries around JAX that their newer releases refuse."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.companions import Library, Refusal, libraries, library
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.subjects.versions.allowed import Allowed, allowed
from jaxopt_lint.semantics.subjects.versions.retired import guarded


@dataclass(frozen=True, slots=True, eq=False)
class Refused:
    """A call that a release refuses.

    Attributes:
        node: the keyword or argument that is not taken or warned of, or the call that lacks one.
        function: the dotted name.
        library: whose it is.
        refusal: what is no longer taken, and since when.
        allowed: the releases that the project allows.
    """

    node: ast.keyword | ast.expr
    function: str
    library: Library
    refusal: Refusal
    allowed: Allowed


@fact
def refused_calls(facts: Facts) -> list[Refused]:
    """The calls of a file that the newest release that the project allows refuses."""
    known = {n for n in mentioned(facts) if (of := library(n)) and n in of.parameters}
    known -= facts.project.stored
    if not known:
        return []
    own = {name.split(".")[0] for name in facts.project.exports} & libraries().keys()
    out = []
    for call in facts.module.all(ast.Call):
        name = facts.names.call(call)
        if name in known and name.split(".")[0] not in own:
            found = next(_refused(facts, call, name), None)
            if found is not None and not _meant(facts, call):
                out.append(found)
    return out


def _refused(facts: Facts, call: ast.Call, name: str) -> Iterator[Refused]:
    of = library(name)
    assert of is not None
    bounds = allowed(facts, of)
    for refusal in of.refusals(name):
        if bounds.newest is not None and bounds.newest < refusal.since:
            continue
        node = _where(call, refusal)
        if node is not None:
            yield Refused(node, name, of, refusal, bounds)


def _where(call: ast.Call, refusal: Refusal) -> ast.keyword | ast.expr | None:
    """What of a call is refused; None where nothing is."""
    if refusal.keyword:
        return next((k for k in call.keywords if k.arg == refusal.keyword), None)
    if any(isinstance(a, ast.Starred) for a in call.args):
        return None
    if refusal.warned is not None:
        name, place = refusal.warned
        by_name = (k for k in call.keywords if k.arg == name)
        return call.args[place] if len(call.args) > place else next(by_name, None)
    if refusal.most is not None:
        return call.args[refusal.most] if len(call.args) > refusal.most else None
    assert refusal.needed is not None
    name, place = refusal.needed
    given = any(k.arg in (name, None) for k in call.keywords)
    return call if not given and not 0 <= place < len(call.args) else None


def _meant(facts: Facts, call: ast.Call) -> bool:
    return guarded(facts, call) or in_shim(facts, call) or error_meant(facts, call)
