"""Blocks that always run, taken for part of the block around them."""

from __future__ import annotations

import ast

_BLOCKS = ("body", "orelse", "finalbody")
_WRITTEN = ("if True", "if 1:")


def lift_blocks(tree: ast.AST, text: str) -> None:
    """Put the statements of each `if True:` without `else` where it stood.

    They keep their places in the text, so that what is found in them, and what a fix does to them,
    stays where it was.
    """
    if not any(written in text for written in _WRITTEN):
        return
    for node in ast.walk(tree):
        for name in _BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list) and any(map(_always, block)):
                block[:] = _flat(block)


def _flat(block: list[ast.stmt]) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for statement in block:
        if isinstance(statement, ast.If) and _always(statement):
            out += _flat(statement.body)
        else:
            out.append(statement)
    return out


def _always(statement: ast.AST) -> bool:
    return (
        isinstance(statement, ast.If)
        and not statement.orelse
        and isinstance(statement.test, ast.Constant)
        and statement.test.value in (True, 1)
    )
