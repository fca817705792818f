"""Tells `jax.checkpoint` that nothing can be merged where it stands."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.finding import Promise
from jaxopt_lint.rewriting.arguments import option, with_argument

_OPTION = option("prevent_cse", "False")

_IN_SCAN = Precondition(
    "repeated-by-a-scan",
    "What is checkpointed is the body of a `scan` that stays a loop, or is called in it, "
    "and nothing else runs it.",
)
_ONE_PASS = Precondition(
    "one-pass-a-body",
    "The body takes no gradients itself: forward and backward pass are compiled apart.",
)
_NOT_SAID = Precondition(
    "barriers-not-asked-for",
    "Nothing is said on `prevent_cse` already.",
)


class PreventCse(Codemod[ast.expr]):
    """Drop the barriers around what the scan computes again."""

    promise = Promise.SAME
    preconditions = (_IN_SCAN, _ONE_PASS, _NOT_SAID)

    def rewrite(self, node: ast.expr) -> None:
        old = self.cst(node)
        if isinstance(old, cst.Call):
            self.replace(node, old.with_changes(args=with_argument(old.args, _OPTION)))
            return
        assert isinstance(old, cst.BaseExpression)
        partial = self.spell("functools.partial", node)
        self.replace(node, cst.Call(partial, [cst.Arg(old), _OPTION]))
