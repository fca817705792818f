"""Puts LibCST nodes in the place of others, deep in a tree."""

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
