"""Adds flags to those that are set, where they took their place."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.semantics.subjects.environment.variables import Setting


class AppendXlaFlags(Codemod[Setting]):
    """Append to the flags that are set."""

    def rewrite(self, found: Setting) -> None:
        quote = "'" if self.code(found.value).lstrip("fr(").startswith("'") else '"'
        before = f"{self._mapping(found.node)}.get({quote}{found.name}{quote}, {quote}{quote})"
        value = self.cst(found.value)
        if isinstance(value, cst.SimpleString) and not value.prefix and not value.lpar:
            text = value.raw_value if value.raw_value.startswith(" ") else " " + value.raw_value
            self.replace(found.value, f"{before} + {value.quote}{text}{value.quote}")
            return
        if isinstance(value, (cst.IfExp, cst.BooleanOperation)) and not value.lpar:
            value = value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        start = cst.parse_expression(f"{before} + {quote} {quote}")
        added = cst.BinaryOperation(start, cst.Add(), value)
        if isinstance(value, cst.ConcatenatedString):  # its parentheses hold the sum as well
            bare = value.with_changes(lpar=[], rpar=[])
            added = added.with_changes(right=bare, lpar=value.lpar, rpar=value.rpar)
        self.replace(found.value, added)

    def _mapping(self, node: ast.AST) -> str:
        """`os.environ`, as the program spells it."""
        around = self.module.parent[node]
        if isinstance(node, ast.Subscript):
            return self.code(node.value)
        while not isinstance(around, ast.Call):
            around = self.module.parent[around]
        if not isinstance(around.func, ast.Attribute) or around.func.attr == "putenv":
            self.refuse("`os.putenv` does not change what `os.environ` tells")
        return self.code(around.func.value)
