"""Leaves out compiler flags that no longer exist."""

from __future__ import annotations

import ast
import re

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.semantics.jax.api import xla_flags

_FLAG = re.compile(r"--(xla_\w+)(?:=[^\s]*)?[ \t]*")


class DropXlaFlags(Codemod[ast.Constant]):
    """Leave out the flags that the compiler does not know."""

    def rewrite(self, node: ast.Constant) -> None:
        self.display = True
        text = self.cst(node)
        if not isinstance(text, (cst.SimpleString, cst.ConcatenatedString)):
            self.refuse("the flag is put together from parts")
        kept: list[tuple[cst.SimpleString, cst.BaseParenthesizableWhitespace]] = []
        for piece, space in _pieces(text):
            shorter = self._without(piece)
            if shorter is None:
                self.refuse("the flag is put together from parts")
            if shorter.raw_value.strip() or piece is shorter or _has_comment(space):
                kept.append((shorter, space))
            elif kept and not _has_comment(kept[-1][1]):
                kept[-1] = (kept[-1][0], space)
        if not any(piece.raw_value.strip() for piece, _ in kept):
            self.refuse("no flag would be left, so the whole statement can go")
        rebuilt: cst.SimpleString | cst.ConcatenatedString = kept[-1][0]
        for piece, space in reversed(kept[:-1]):
            rebuilt = cst.ConcatenatedString(piece, rebuilt, whitespace_between=space)
        self.replace(node, rebuilt.with_changes(lpar=text.lpar, rpar=text.rpar))

    def _without(self, piece: cst.BaseExpression) -> cst.SimpleString | None:
        """A plain string without the unknown flags; None for an f-string."""
        if not isinstance(piece, cst.SimpleString):
            return None
        raw = _FLAG.sub(self._kept, piece.raw_value)
        if raw == piece.raw_value:
            return piece
        return piece.with_changes(value=f"{piece.prefix}{piece.quote}{raw}{piece.quote}")

    def _kept(self, match: re.Match[str]) -> str:
        flag = match[1]
        gone = flag.startswith("xla_tpu_") or xla_flags.unknown(flag, self.facts.target_jax)
        return "" if gone else match[0]


def _pieces(
    text: cst.BaseExpression,
) -> list[tuple[cst.BaseExpression, cst.BaseParenthesizableWhitespace]]:
    """The strings that stand side by side, each with what stands before the next."""
    if isinstance(text, cst.ConcatenatedString):
        return [(text.left, text.whitespace_between), *_pieces(text.right)]
    return [(text, cst.SimpleWhitespace(""))]


def _has_comment(space: cst.BaseParenthesizableWhitespace) -> bool:
    return not space.empty and "#" in cst.Module([]).code_for_node(space)
