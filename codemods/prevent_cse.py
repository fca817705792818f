"""Tells `jax.checkpoint` that nothing can be merged where it stands."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.arguments import option, with_argument
from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.memory.barriers import needless_barriers

_OPTION = option("prevent_cse", "False")


class PreventCse(Codemod):
    """Drop the barriers around what the scan computes again."""

    promise = Promise.SAME

    def rewrite(self, node: ast.AST) -> None:
        if node not in needless_barriers(self.facts):
            self.refuse("the barriers are needed here")
        old = self.cst(node)
        if isinstance(old, cst.Call):
            self.replace(node, old.with_changes(args=with_argument(old.args, _OPTION)))
            return
        assert isinstance(old, cst.BaseExpression)
        partial = self.spell("functools.partial", node)
        self.replace(node, cst.Call(partial, [cst.Arg(old), _OPTION]))

    def targets(self, qualname: str) -> list[ast.AST]:
        return [
            site
            for site in needless_barriers(self.facts)
            if self.facts.module.qualname(site) == qualname
        ]
