"""Tells `jax.checkpoint` that nothing can be merged where it stands."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.barriers import needless_barriers

_OPTION = cst.Arg(
    cst.Name("False"),
    keyword=cst.Name("prevent_cse"),
    equal=cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace("")),
)


class PreventCse(Codemod):
    """Drop the barriers around what the scan computes again."""

    promise = Promise.SAME

    def rewrite(self, node: ast.AST) -> None:
        if node not in needless_barriers(self.facts):
            self.refuse("the barriers are needed here")
        old = self.cst(node)
        if isinstance(old, cst.Call):
            args = list(old.args)
            comma = args[-1].comma if args else cst.MaybeSentinel.DEFAULT
            if len(args) > 1 and isinstance(comma, cst.Comma):
                # One argument a line: the new one is laid out as the others are.
                args[-1] = args[-1].with_changes(comma=args[-2].comma)
                args.append(_OPTION.with_changes(comma=comma))
            else:
                between = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
                tail = args[-1].whitespace_after_arg
                args[-1] = args[-1].with_changes(
                    comma=between, whitespace_after_arg=cst.SimpleWhitespace("")
                )
                args.append(_OPTION.with_changes(whitespace_after_arg=tail))
            self.replace(node, old.with_changes(args=args))
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
