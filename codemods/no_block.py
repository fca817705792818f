"""Takes a wait for the device out of a loop."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync


class NoBlock(Codemod[Sync]):
    """Do not wait for the device on every iteration."""

    def rewrite(self, found: Sync) -> None:
        statement = self.module.parent[found.node]
        if not isinstance(statement, ast.Expr):
            self.replace(found.node, self.code(found.value))
        elif len(self.module.block_of(statement)) == 1:
            self.refuse("the block would be empty without it")
        else:
            self.remove(statement)
