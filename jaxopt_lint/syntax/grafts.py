"""Puts what was masked into the tree of the masked text, as a newer Python's nodes."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import Any

from jaxopt_lint.syntax import nodes
from jaxopt_lint.syntax.mask import Mask


def grafted(tree: ast.Module, masks: Sequence[Mask]) -> ast.Module:
    """The tree of a masked text with the masked constructs in it.

    A definition with type parameters has the field `type_params`, as it has since Python 3.12.
    """
    return _Grafter(masks).visit(tree)  # type: ignore[no-any-return]


class _Grafter(ast.NodeTransformer):
    def __init__(self, masks: Sequence[Mask]) -> None:
        self.masks = {(m.kind, m.row, m.column): m for m in masks if m.kind}

    def _taken(self, kind: str, node: Any) -> Mask | None:
        return self.masks.get((kind, node.lineno, node.col_offset))

    def _definition(self, node: Any) -> ast.AST:
        mask = self._taken("type parameters", node)
        self.generic_visit(node)
        if mask is not None:
            node.type_params = _copied(mask)
            if "type_params" not in node._fields:
                node._fields = (*node._fields, "type_params")
        return node  # type: ignore[no-any-return]

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        mask = self._taken("type alias", node)
        if mask is None:
            return node
        target: ast.expr = node.targets[1]
        if isinstance(target, ast.Subscript):
            target = target.value
            assert isinstance(target, ast.Name)
            target.ctx = ast.Store()
        made = nodes.TypeAlias(name=target, type_params=_copied(mask), value=node.value)
        return ast.copy_location(made, node)  # type: ignore[no-any-return]

    def _string(self, node: Any) -> ast.AST:
        mask = self._taken("string", node)
        if mask is None:
            return self.generic_visit(node)
        return _copied(mask)  # type: ignore[no-any-return]

    visit_Constant = visit_JoinedStr = _string

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        mask = self._taken("except", node)
        if mask is not None and node.type is not None:
            elements: list[ast.expr] = []
            rest = node.type
            for _ in range(mask.graft - 1):
                assert isinstance(rest, ast.BinOp)
                elements.insert(0, rest.right)
                rest = rest.left
            made = ast.Tuple([rest, *elements], ast.Load())
            node.type = ast.copy_location(made, node.type)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if self._taken("lazy", node) else self.generic_visit(node)

    def _import(self, node: Any) -> ast.AST:
        mask = self._taken("lazy import", node)
        if mask is not None:
            _, node.col_offset = mask.graft
            node.is_lazy = 1
        return node  # type: ignore[no-any-return]

    visit_Import = visit_ImportFrom = _import

    def _comprehension(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        mask = self._taken("starred", node.elt)
        if mask is not None:
            star = _copied(mask)
            star.value, node.elt = node.elt, star
        return node  # type: ignore[no-any-return]

    visit_ListComp = visit_SetComp = visit_GeneratorExp = _comprehension


def _copied(mask: Mask) -> Any:
    """Nodes of its own for each tree, in the rows of the whole text."""
    made = copy.deepcopy(mask.graft)
    for node in made if isinstance(made, list) else [made]:
        ast.increment_lineno(node, mask.shift)
    return made
