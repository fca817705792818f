"""Puts probes at operators, and none at the conditions that are branched on.

Standard library only.
"""

from __future__ import annotations

import ast
from typing import Any

from .sites import OPERATOR, written
from .state_sites import StateSites

OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


class OperatorSites(StateSites):
    """Probes for what operators give."""

    def operator(self, node: Any, name: str) -> Any:
        """An expression whose value passes a probe, where its function is watched."""
        if not self.watching():
            return node
        return self.probe(OPERATOR, self.site(node, "operator", name), node, at=node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        text = isinstance(node.left, ast.JoinedStr) or (
            isinstance(node.left, ast.Constant) and isinstance(node.left.value, (str, bytes))
        )
        constant = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
        self.generic_visit(node)
        return node if text or constant else self.operator(node, OPERATORS[type(node.op)])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        plain = isinstance(node.operand, ast.Constant) or isinstance(node.op, ast.Not)
        self.generic_visit(node)
        return node if plain else self.operator(node, OPERATORS[type(node.op)])

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in OPERATORS:
            return node
        return self.operator(node, OPERATORS[type(node.ops[0])])

    def test(self, node: Any) -> Any:
        """A condition that is branched on: Python tells its truth apart at comparisons that stand
        there as they are, so these get no probe of their own."""
        if isinstance(node, ast.Compare):
            return self.generic_visit(node)
        if isinstance(node, ast.BoolOp):
            node.values = [self.test(one) for one in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self.test(node.operand)
            return node
        if isinstance(node, ast.IfExp):
            node.test, node.body = self.test(node.test), self.test(node.body)
            node.orelse = self.test(node.orelse)
            return node
        return self.visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self.test(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Assert(self, node: ast.Assert) -> Any:
        node.test = self.test(node.test)
        node.msg = node.msg and self.visit(node.msg)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        state = (
            isinstance(node.ctx, ast.Load)
            and isinstance(node.slice, ast.Constant)
            and isinstance(node.slice.value, str)
            and isinstance(node.value, ast.Name)
            and self.may_be_state(node.value)
        )
        name = written(node.value)
        self.generic_visit(node)
        if state:
            node.value = self.read(node, "item", name, node.slice.value)  # type: ignore[attr-defined]
        return self.operator(node, "[]") if isinstance(node.ctx, ast.Load) else node
