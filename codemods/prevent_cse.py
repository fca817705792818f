"""Tells `jax.checkpoint` that nothing can be merged where it stands."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.memory.barriers import needless_barriers

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
            self.replace(node, old.with_changes(args=_added(list(old.args), _OPTION)))
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


def _added(args: list[cst.Arg], new: cst.Arg) -> list[cst.Arg]:
    """Arguments with one more, laid out as the others are."""
    if not args:
        return [new]
    last = args[-1]
    if len(args) > 1 and isinstance(last.comma, cst.Comma):
        end, between = last.comma.whitespace_after, args[-2].comma
        gap = between.whitespace_after if isinstance(between, cst.Comma) else end
        if isinstance(end, cst.ParenthesizedWhitespace) and isinstance(gap, type(end)):
            # One argument a line: a comment stays with the argument that it follows.
            gap = end.with_changes(indent=gap.indent, last_line=gap.last_line)
            end = end.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
        comma = cst.Comma(whitespace_after=gap)
        return [
            *args[:-1],
            last.with_changes(comma=comma),
            new.with_changes(comma=cst.Comma(whitespace_after=end)),
        ]
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    tail = last.whitespace_after_arg
    last = last.with_changes(comma=comma, whitespace_after_arg=cst.SimpleWhitespace(""))
    return [*args[:-1], last, new.with_changes(whitespace_after_arg=tail)]
