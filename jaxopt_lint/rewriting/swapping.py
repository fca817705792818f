"""Puts LibCST nodes in the place of others, deep in a tree, takes some out and respells names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import libcst

_Node = TypeVar("_Node", bound=libcst.CSTNode)
Swaps = Mapping[libcst.CSTNode, libcst.CSTNode]


class Swap(libcst.CSTTransformer):
    """Swaps nodes, told by identity, on the way up.

    Args:
        swaps: what takes the place of each.
    """

    def __init__(self, swaps: Swaps) -> None:
        self.swaps = swaps

    def on_leave(  # type: ignore[override]
        self, original_node: libcst.CSTNode, updated_node: libcst.CSTNode
    ) -> libcst.CSTNode | libcst.RemovalSentinel:
        return self.swaps.get(original_node, updated_node)


def swapped(node: _Node, swaps: Swaps) -> _Node:
    """A node with others in the place of some that are in it."""
    new = node.visit(Swap(swaps)) if swaps else node
    assert isinstance(new, libcst.CSTNode)
    return new  # type: ignore[return-value]


def after_blank(node: libcst.CSTNode) -> libcst.CSTNode:
    lines = getattr(node, "leading_lines", ())
    return node.with_changes(leading_lines=[libcst.EmptyLine(indent=False), *lines])


def comments(node: libcst.CSTNode) -> list[libcst.EmptyLine]:
    return [line for line in getattr(node, "leading_lines", ()) if line.comment is not None]


class Without(Swap):
    """Drops statements and swaps expressions."""

    def __init__(
        self, gone: set[libcst.CSTNode], swaps: dict[libcst.CSTNode, libcst.CSTNode]
    ) -> None:
        super().__init__(swaps)
        self.gone = gone

    def on_leave(  # type: ignore[override]
        self, original_node: libcst.CSTNode, updated_node: libcst.CSTNode
    ) -> libcst.CSTNode | libcst.RemovalSentinel:
        if original_node in self.gone:
            return libcst.RemoveFromParent()
        if isinstance(updated_node, libcst.IndentedBlock) and original_node.children:
            body = list(original_node.body)  # type: ignore[attr-defined]
            if body[0] in self.gone and updated_node.body:
                first = updated_node.body[0]
                first = first.with_changes(leading_lines=comments(first))
                return updated_node.with_changes(body=[first, *updated_node.body[1:]])
        return super().on_leave(original_node, updated_node)


class Respelled(libcst.CSTTransformer):
    """Gives names that move to the module their new spelling."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = {old: new for old, new in names.items() if old != new}

    def of(self, node: libcst.CSTNode) -> libcst.CSTNode:
        new = node.visit(self) if self.names else node
        assert isinstance(new, libcst.CSTNode)
        return new

    def visit_Attribute_attr(self, node: libcst.Attribute) -> None:
        self.kept = node.attr

    def leave_Name(self, original_node: libcst.Name, updated_node: libcst.Name) -> libcst.Name:
        new = self.names.get(original_node.value)
        if new is None or getattr(self, "kept", None) is original_node:
            return updated_node
        return updated_node.with_changes(value=new)
