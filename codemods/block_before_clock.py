"""Waits for a result before a clock is read."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.timers import unfinished


class BlockBeforeClock(Codemod):
    """Wait for the result before the clock is read."""

    promise = Promise.SAME

    def rewrite(self, node: ast.AST) -> None:
        found = unfinished(self.facts).get(node) if isinstance(node, ast.Call) else None
        if found is None:
            self.refuse("no compiled call is timed here")
        wait = cst.Module([]).code_for_node(self.spell("jax.block_until_ready", at=found.statement))
        if found.result is None:
            self.replace(found.call, f"{wait}({self.code(found.call)})")
            return
        result = self.code(found.result)
        if isinstance(found.result, ast.Tuple) and not result.startswith("("):
            result = f"({result})"
        self.insert_before(self.facts.module.statement(found.end), [f"{wait}({result})"])

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [n for n in unfinished(self.facts) if module.qualname(n) == qualname]
