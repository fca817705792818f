"""One more argument for a call, laid out as the others are."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

EQUAL = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
COMMA = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))


def with_argument(args: Sequence[cst.Arg], new: cst.Arg) -> list[cst.Arg]:
    """Arguments with a new one at the end; a comment stays with the argument that it follows."""
    if not args:
        return [new]
    *rest, last = args
    between = rest[-1].comma if rest else None
    gap: cst.BaseParenthesizableWhitespace = cst.SimpleWhitespace(" ")
    if isinstance(between, cst.Comma):
        gap = between.whitespace_after
    trailing = isinstance(last.comma, cst.Comma)
    end = (
        last.comma.whitespace_after
        if isinstance(last.comma, cst.Comma)
        else last.whitespace_after_arg
    )
    if isinstance(end, cst.ParenthesizedWhitespace):
        if isinstance(gap, cst.ParenthesizedWhitespace):
            inner = end.with_changes(indent=gap.indent, last_line=gap.last_line)
        elif not rest and trailing:
            inner = end.with_changes(last_line=cst.SimpleWhitespace(end.last_line.value + "    "))
        else:
            inner = end if _comments(end) else gap  # type: ignore[assignment]
        end = end.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
        gap = inner
    elif isinstance(gap, cst.ParenthesizedWhitespace):
        gap = gap.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
    last = last.with_changes(
        comma=cst.Comma(whitespace_after=gap), whitespace_after_arg=cst.SimpleWhitespace("")
    )
    if trailing:
        return [*rest, last, new.with_changes(comma=cst.Comma(whitespace_after=end))]
    return [*rest, last, new.with_changes(whitespace_after_arg=end)]


def option(name: str, value: str) -> cst.Arg:
    """The argument `name=value`."""
    return cst.Arg(cst.parse_expression(value), keyword=cst.Name(name), equal=EQUAL)


def _comments(space: cst.ParenthesizedWhitespace) -> bool:
    return space.first_line.comment is not None or any(e.comment for e in space.empty_lines)
