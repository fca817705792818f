"""A file without what its functions do not need, where it cannot be imported as a whole.

A script loads its data, parses its command line and trains where it is imported. What a function of
it reads is seldom any of that: a file that holds just this can be imported, and the function is the
same. What the script hands to it still comes from the script, which is run up to there as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass

from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.differing import DEFINES, LOOPS
from jaxopt_lint.verify.inputs.slicing import (
    bound,
    changed,
    lines_of,
    needed,
    only,
    sets_up,
    words,
)
from jaxopt_lint.verify.inputs.standing import Piece, is_main

_IMPORTS = (ast.Import, ast.ImportFrom)
_LINE_END = re.compile("\r\n|\r|\n")


@dataclass(frozen=True)
class Spared:
    """Both versions of a file with what some of its functions need.

    Attributes:
        pieces: the rest of the script, which may call them.
        runs: whether the rest works in loops, as a script does that trains where it is imported.
    """

    old: str
    new: str
    pieces: list[Piece]
    runs: bool


def spared(old: str, new: str, path: str, names: Collection[str]) -> Spared | None:
    """What some functions of a file need; None where that is all of it, or they are not there.

    Args:
        path: of the file, from the root of the project.
        names: qualified, as of functions and methods.
    """
    outer = {name.partition(".")[0] for name in names}
    sides = []
    for text in (old, new):
        tree = parse(text).tree
        kept = _kept(tree, outer)
        if kept is None:
            return None
        sides.append((text, tree, kept))
    texts = [only(text, _lines(kept), {}) for text, _, kept in sides]
    _, tree, kept = sides[0]
    loops = [one for one in tree.body if isinstance(one, LOOPS) and one not in kept]
    return Spared(texts[0], texts[1], _rest(*sides[0], path, outer), bool(loops))


def _kept(tree: ast.Module, names: set[str]) -> list[ast.stmt] | None:
    """The statements of a file that bind names, with those that they need."""
    body = [one for one in tree.body if not is_main(one)]
    last = [one for one in body if bound(one) & {*names, "*"}]
    if not names <= {name for one in last for name in bound(one)}:
        return None
    imported = {name for one in tree.body if isinstance(one, _IMPORTS) for name in bound(one)}
    own = {one for one in body if changed(one) and not changed(one) & imported and not bound(one)}
    body = [one for one in body if one in last or not _does_alone(one, imported)]
    # What is changed in place is no setting of a library, whatever it is called; and what is said
    # of a function after it was made, such as its derivative, belongs to it.
    _, used = needed([one for one in body if one not in own], last, names)
    body = [one for one in body if one not in own or changed(one) & used]
    kept, _ = needed(body, last, names)
    return kept if len(kept) < len(tree.body) else None


def _does_alone(statement: ast.stmt, imported: set[str]) -> bool:
    """Whether a statement calls something of a module for what it does, and sets nothing up."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and bool(changed(statement) & imported)
        and not sets_up(statement)
    )


def _lines(statements: Collection[ast.stmt]) -> list[int]:
    return [number for one in statements for number in lines_of(one)]


def _rest(
    text: str, tree: ast.Module, kept: Collection[ast.stmt], path: str, names: set[str]
) -> list[Piece]:
    """The script without what the spared file defines; none where it does nothing but define."""
    there = {*_lines([one for one in kept if isinstance(one, DEFINES)])}
    every = set(range(1, len(_LINE_END.split(text)) + 1))
    runs = [one for one in tree.body if not isinstance(one, (*DEFINES, ast.Assign))]
    runs = [one for one in runs if any(isinstance(node, ast.Call) for node in ast.walk(one))]
    if not runs:
        return []
    guards = {one.lineno: "if True:" for one in tree.body if is_main(one)}
    first = next((one for one in runs if words(one) & names), runs[0])
    return [Piece(path, first.lineno, only(text, every - there, guards), own=True)]
