"""Gives functions of JAX what they take today."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.changed_behavior import TakenOtherwise

_RESULT, _TAKEN = _PRECONDITIONS = (
    Precondition(
        "result-is-as-today", "The oldest JAX that the project supports gives the result so."
    ),
    Precondition("value-is-known", "What to write in its place is known."),
)


class GivenAsToday(Codemod[TakenOtherwise]):
    """Write it as JAX takes it today."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: TakenOtherwise) -> None:
        if not found.new or found.kept is None:
            self.refuse("what to write in its place is for you to say", _TAKEN)
        removed = found.change.removed
        if found.change.deprecated is None and removed is not None:
            self.needs(removed, "older releases, which are allowed, give it otherwise", _RESULT)
        kept = self.code(found.kept)
        inside = found.new != "{}"
        if inside and not isinstance(found.kept, (ast.Name, ast.Call, ast.Attribute)):
            kept = f"({kept})"
        self.replace(found.node, found.new.replace("{}", kept))
