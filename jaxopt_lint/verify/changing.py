"""The lines of functions that a change is on: a call that gets to none of them says nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.differing import dumped, in_common
from jaxopt_lint.verify.inputs.slicing import lines_of
from jaxopt_lint.verify.spec import find_definition

_ELSEWHERE = re.compile("callback|[tT]hread|multiprocessing|Pool")
_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class _Elsewhere(Exception):
    """The change is on what runs where the module is imported."""


def lines_to_reach(old: str, new: str, function: str) -> list[int]:
    """The lines of a function that a change of its file is on, of which one has to run in a call;
    none where the change is on other functions, or `changed_lines` has none.

    Args:
        function: its qualified name, or that of an assignment such as `step = jax.jit(_step)`,
            which stands for the functions that it names.
    """
    lines = changed_lines(old, new)
    found = find_definition(old, function) if lines else None
    if found is None:
        return lines
    parts = [found]
    if isinstance(found, ast.Assign):
        names = {node.id for node in ast.walk(found.value) if isinstance(node, ast.Name)}
        parts += filter(None, (find_definition(old, name) for name in names))
    own = {line for part in parts for line in lines_of(part)}
    return [line for line in lines if line in own]


def changed_lines(old: str, new: str) -> list[int]:
    """The lines of the old version of a file, inside of functions, of which one has to run where
    the change matters; none where all runs already when the file is imported, or nobody knows, as
    in a file with code that other threads run."""
    if _ELSEWHERE.search(old):
        return []
    try:
        first, second = parse(old).tree.body, parse(new).tree.body
    except (SyntaxError, ValueError):
        return []
    try:
        return sorted(set(_of_block(first, second, inside=False)))
    except _Elsewhere:
        return []


def _of_block(
    first: Sequence[ast.stmt], second: Sequence[ast.stmt], *, inside: bool
) -> Iterator[int]:
    ones = [one for one in first if not isinstance(one, _IMPORTS)]
    others = [one for one in second if not isinstance(one, _IMPORTS)]
    if not inside:  # what is new at the top is there for what uses it
        known = {*map(_name, ones)}
        others = [one for one in others if _name(one) in known]
    start, end = in_common(ones, others)
    old, new = ones[start : len(ones) - end], others[start : len(others) - end]
    if len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from _of_statement(one, other, inside=inside)
        return
    if not inside:
        raise _Elsewhere
    beside = old or ones[max(0, start - 1) : start] or ones[start : start + 1]
    for one in beside:
        yield from lines_of(one)


def _of_statement(one: ast.stmt, other: ast.stmt, *, inside: bool) -> Iterator[int]:
    if ast.dump(one) == ast.dump(other):
        return
    if type(one) is not type(other):
        yield from _all(one, inside=inside)
        return
    for name, mine in ast.iter_fields(one):
        theirs = getattr(other, name)
        if dumped(mine) == dumped(theirs):
            continue
        if name == "body" and isinstance(one, (*_DEFINES, ast.ClassDef)):
            deeper = inside or isinstance(one, _DEFINES)
            yield from _of_block(mine, theirs, inside=deeper)
        elif name in ("body", "orelse", "finalbody") and isinstance(mine, list) and mine and theirs:
            yield from _of_block(mine, theirs, inside=inside)
        elif name in _BLOCKS or isinstance(one, _DEFINES) or not isinstance(mine, ast.AST):
            yield from _all(one, inside=inside)
        else:
            if not inside:
                raise _Elsewhere
            yield from range(one.lineno, _end_of_head(one) + 1)


def _all(one: ast.stmt, *, inside: bool) -> Iterator[int]:
    if not inside:
        raise _Elsewhere
    yield from lines_of(one)


def _end_of_head(one: ast.stmt) -> int:
    """The last line of a statement before the blocks that it holds."""
    body = getattr(one, "body", None)
    if isinstance(body, list) and body:
        return max(one.lineno, int(body[0].lineno) - 1)
    return one.end_lineno or one.lineno


def _name(one: ast.stmt) -> str:
    """What stands for a statement at the top of a file: what it defines or binds, or its text."""
    if isinstance(one, (*_DEFINES, ast.ClassDef)):
        return one.name
    if isinstance(one, ast.Assign):
        return " ".join(map(ast.dump, one.targets))
    return ast.dump(one)
