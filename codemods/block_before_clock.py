"""Waits for a result before a clock is read."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.transfer.timers import Timing, unfinished


class BlockBeforeClock(Codemod):
    """Wait for the result before the clock is read."""

    promise = Promise.SAME

    def rewrite(self, node: ast.AST) -> None:
        found = unfinished(self.facts).get(node) if isinstance(node, ast.Call) else None
        if found is None:
            self.refuse("no compiled call is timed here")
        wait = self.spelled("jax.block_until_ready", at=found.statement)
        if found.result is None:
            self.replace(found.call, f"{wait}({self.code(found.call)})")
            return
        result = self.code(found.result)
        if isinstance(found.result, ast.Tuple) and not result.startswith("("):
            result = f"({result})"
        if self._may_be_missing(found):
            self.promise = Promise.ASK  # type: ignore[misc]
        self.insert_before(self.facts.module.statement(found.end), [f"{wait}({result})"])

    def _may_be_missing(self, found: Timing) -> bool:
        """Whether a loop that never turns leaves the result without a value."""
        module = self.facts.module
        loop = module.parent[found.statement]
        if not isinstance(loop, ast.For) or found.result is None:
            return False
        head = loop.iter
        if isinstance(head, ast.Call) and len(head.args) == 1:
            count = head.args[0]
            if isinstance(count, ast.Constant) and isinstance(count.value, int) and count.value > 0:
                return False
        names = [n for n in ast.walk(found.result) if isinstance(n, ast.Name)]
        return not all(
            any(getattr(b.node, "lineno", loop.lineno) < loop.lineno for b in facts_of)
            for facts_of in (self.facts.names.binding(n) for n in names)
        )

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [n for n in unfinished(self.facts) if module.qualname(n) == qualname]
