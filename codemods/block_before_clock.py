"""Waits for a result before a clock is read."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.semantics.jax.api.clocks import WAITS_SINCE
from jaxopt_lint.semantics.python import all_names, assigned_names, keeps, parameters
from jaxopt_lint.semantics.subjects.transfer.timers import Timing

(_BOUND,) = _PRECONDITIONS = (
    Precondition(
        "result-is-there", "The result has a value when the clock is read, whatever ran before."
    ),
)


class BlockBeforeClock(Codemod[Timing]):
    """Wait for the result before the clock is read."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Timing) -> None:
        if not self._is_near(found):
            self.refuse("the result is not at hand where the clock is read")
            return
        if self.facts.target_jax is not None and self.facts.target_jax < WAITS_SINCE:
            self.refuse("the JAX of this project has no `jax.block_until_ready`")
            return
        wait = self.spelled("jax.block_until_ready", at=found.statement)
        if found.result is None:
            self.replace(found.call, f"{wait}({self.code(found.call)})")
            return
        result = self.as_one(found.result)
        if self._may_be_missing(found):
            self.lower(_BOUND, f"`{result}` has none where the loop takes no turn")
        self.insert_before(self.module.statement(found.node), [f"{wait}({result})"])

    def _is_near(self, found: Timing) -> bool:
        """Whether the clock is read behind the call, in the same block or around its loops."""
        if self.module.within(found.call, found.node):
            return found.call is not found.node  # `timeit.timeit(lambda: f(x))`
        end = self.module.statement(found.node)
        around = found.statement
        while self.module.block_of(around) is not self.module.block_of(end):
            outer = self.module.parent.get(around)
            if not isinstance(outer, ast.For):
                return False
            around = outer
        return found.call.lineno < found.node.lineno

    def _may_be_missing(self, found: Timing) -> bool:
        """Whether a loop that never turns leaves the result without a value."""
        around: ast.AST | None = found.statement
        while isinstance(around := self.module.parent.get(around), ast.For):  # type: ignore[arg-type]
            if self._missing_after(found, around):
                return True
        return False

    def _missing_after(self, found: Timing, loop: ast.For) -> bool:
        """The same for one of the loops around what is timed."""
        if found.result is None:
            return False
        head = loop.iter
        if isinstance(head, ast.Call) and len(head.args) == 1:
            count = head.args[0]
            if isinstance(count, ast.Constant) and isinstance(count.value, int) and count.value > 0:
                return False
        names = all_names(found.result)
        block = self.module.block_of(loop)
        before = block[: block.index(loop)]
        function = self.module.function(loop)
        given = set(parameters(function)) if function is not None else set()
        return not all(
            name in given
            or any(name in assigned_names(s) and not keeps(self.module, [s], name) for s in before)
            for name in names
        )
