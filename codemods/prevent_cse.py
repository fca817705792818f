"""Tells `jax.checkpoint` that nothing can be merged where it stands."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise

_PRECONDITIONS = (
    Precondition(
        "repeated-by-a-scan",
        "What is checkpointed is the body of a `scan` that stays a loop, or is called in it, "
        "and nothing else runs it.",
    ),
    Precondition(
        "one-pass-a-body",
        "The body takes no gradients itself: forward and backward pass are compiled apart.",
    ),
    Precondition("barriers-not-asked-for", "Nothing is said on `prevent_cse` already."),
)


class PreventCse(Codemod[ast.expr]):
    """Drop the barriers around what the scan computes again."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, node: ast.expr) -> None:
        if isinstance(node, ast.Call):
            self.add_argument(node, "prevent_cse", "False")
        else:
            self.bind_argument(node, "prevent_cse", "False")
