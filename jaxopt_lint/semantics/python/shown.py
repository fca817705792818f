"""What IPython shows of a cell: the value of its last expression, which is not dropped so."""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Sequence

_LINE_END = re.compile(rb"\r\n|\r|\n")
_PLAIN = (ast.Constant, ast.Name, ast.Attribute)  # nothing is worked out for them


def show_last(tree: ast.Module, text: str, seams: Sequence[int]) -> None:
    """Hand the last expression of each part of a text to the function that shows it.

    A semicolon behind it keeps it from being shown. All keeps its place in the text.

    Args:
        seams: the row at which each part begins, in order.
    """
    lines = _LINE_END.split(text.encode("utf-8", "surrogatepass"))
    last: dict[int, ast.stmt] = {}
    for statement in tree.body:
        last[bisect.bisect_right(seams, statement.lineno)] = statement
    for statement in last.values():
        if not isinstance(statement, ast.Expr) or isinstance(statement.value, _PLAIN):
            continue
        value = statement.value
        behind = lines[(statement.end_lineno or 1) - 1][statement.end_col_offset or 0 :]
        if behind.lstrip().startswith(b";"):
            continue
        shows = ast.copy_location(ast.Name("display", ast.Load()), value)
        statement.value = ast.copy_location(ast.Call(shows, [value], []), value)
