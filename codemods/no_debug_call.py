"""Removes calls for debugging."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod


class NoDebugCall(Codemod[ast.Call]):
    """Remove the call for debugging."""

    def rewrite(self, node: ast.Call) -> None:
        statement = self.module.parent[node]
        assert isinstance(statement, ast.Expr)
        if len(self.module.block_of(statement)) == 1:
            self.refuse("the block would be empty without it")
        self.remove(statement)
