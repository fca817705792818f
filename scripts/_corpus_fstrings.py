"""Identifiers within f-strings, which are one token before Python 3.12."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider


def in_string(text: str, imported: set[str]) -> Iterator[tuple[tuple[int, int], str, str]]:
    """The identifiers in the token of a string: row and column from 0, name, role.

    Raises:
        ValueError: it cannot be read.
    """
    prefix = text.partition(text[-1])[0]
    if "f" not in prefix.lower() or "{" not in text:
        return
    try:
        wrapper = MetadataWrapper(cst.parse_module(f"({text})\n"))
    except cst.ParserSyntaxError as error:
        raise ValueError(f"an f-string: {error.message}") from None
    positions = wrapper.resolve(PositionProvider)
    for name, role in _FString.of(wrapper, imported):
        position = positions[name].start
        first = position.line == 1
        # The parenthesis before it is one column.
        yield (position.line - 1, position.column - first), name.value, role


class _FString(cst.CSTVisitor):
    """The names in an f-string, each with its role."""

    def __init__(self, imported: set[str]) -> None:
        self.imported = imported
        self.found: list[tuple[cst.Name, str]] = []
        self._roles: dict[cst.Name, str] = {}

    @classmethod
    def of(cls, wrapper: MetadataWrapper, imported: set[str]) -> list[tuple[cst.Name, str]]:
        """Names with their roles."""
        visitor = cls(imported)
        wrapper.module.visit(visitor)
        return visitor.found

    def visit_Attribute(self, node: cst.Attribute) -> None:
        root = node.value
        while isinstance(root, cst.Attribute):
            root = root.value
        outside = isinstance(root, cst.Name) and root.value in self.imported
        self._roles[node.attr] = "kept" if outside else "attribute"

    def visit_Arg(self, node: cst.Arg) -> None:
        if node.keyword is not None:
            self._roles[node.keyword] = "kept"

    def visit_Name(self, node: cst.Name) -> None:
        self.found.append((node, self._roles.get(node, "variable")))


def self_documenting(node: ast.JoinedStr) -> set[str]:
    """Names that `f"{x=}"` prints: they are part of the text before the value."""
    texts = [v.value for v in node.values if isinstance(v, ast.Constant)]
    return {n for t in texts if isinstance(t, str) and t.rstrip().endswith("=")
            for n in re.findall(r"\w+", t)}  # fmt: skip
