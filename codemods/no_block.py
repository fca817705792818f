"""Takes a wait for the device out of a loop."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.subjects.transfer.syncs import syncs


class NoBlock(Codemod):
    """Do not wait for the device on every iteration."""

    promise = Promise.ASK

    def rewrite(self, node: ast.AST) -> None:
        found = syncs(self.facts).get(node) if isinstance(node, ast.Call) else None
        if found is None or found.kind != "block":
            self.refuse("nothing waits for the device here")
        module = self.facts.module
        statement = module.parent[node]
        if not isinstance(statement, ast.Expr):
            self.replace(node, self.code(found.value))
        elif len(module.block_of(statement)) == 1:
            self.refuse("the block would be empty without it")
        else:
            self.remove(statement)

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [
            n for n, s in syncs(self.facts).items()
            if s.kind == "block" and module.qualname(n) == qualname
        ]  # fmt: skip
