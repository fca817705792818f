"""Turns off what sums gradients by itself."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.devices.sharded_gradients import CHECKED, rescaled


class UncheckedVma(Codemod):
    """Leave reductions to the code by passing `check_vma=False`."""

    promise = Promise.ASK

    def rewrite(self, node: ast.AST) -> None:
        found = [r for r in rescaled(self.facts).values() if r.options is node]
        if not found or not isinstance(node, ast.Call):
            self.refuse("no gradient is reduced twice in this `shard_map`")
        if any(k.arg in CHECKED.values() for k in node.keywords):
            self.refuse("the check is turned on by name, and meant")
        name = self.facts.names.of(node.func)
        if name == "functools.partial":
            name = self.facts.names.of(node.args[0])
        old = self.cst(node)
        assert isinstance(old, cst.Call) and name is not None
        self.replace(node, old.with_changes(args=_added(list(old.args), CHECKED[name])))


def _added(args: list[cst.Arg], option: str) -> list[cst.Arg]:
    """Arguments with one more option, laid out as the others are."""
    new = cst.Arg(
        cst.Name("False"),
        keyword=cst.Name(option),
        equal=cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace("")),
    )
    last = args[-1]
    if not isinstance(last.comma, cst.Comma):
        comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        tail = last.whitespace_after_arg
        first = last.with_changes(comma=comma, whitespace_after_arg=cst.SimpleWhitespace(""))
        return [*args[:-1], first, new.with_changes(whitespace_after_arg=tail)]
    end, gap = last.comma.whitespace_after, last.comma.whitespace_after
    if len(args) > 1 and isinstance(args[-2].comma, cst.Comma):
        gap = args[-2].comma.whitespace_after
    if isinstance(end, cst.ParenthesizedWhitespace):
        if isinstance(gap, cst.ParenthesizedWhitespace):
            # A comment behind the last option stays with it.
            gap = end.with_changes(indent=gap.indent, last_line=gap.last_line)
            end = end.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
    else:
        gap = cst.SimpleWhitespace(" ")
    first = last.with_changes(comma=cst.Comma(whitespace_after=gap))
    return [*args[:-1], first, new.with_changes(comma=cst.Comma(whitespace_after=end))]
