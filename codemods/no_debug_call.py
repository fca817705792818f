"""Removes calls for debugging."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.subjects.transfer.debug_calls import debug_calls


class NoDebugCall(Codemod):
    """Remove the call for debugging."""

    promise = Promise.ASK

    def rewrite(self, node: ast.AST) -> None:
        if node not in debug_calls(self.facts):
            self.refuse("nothing is debugged here")
        statement = self.facts.module.parent[node]
        assert isinstance(statement, ast.Expr)
        if len(self.facts.module.block_of(statement)) == 1:
            self.refuse("the block would be empty without it")
        self.remove(statement)

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [n for n in debug_calls(self.facts) if module.qualname(n) == qualname]
