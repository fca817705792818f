"""Indices past the end, of which an array of JAX raises nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.index_past_end import PastEnd, past_end
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.origins import origins


class IndexErrorNeverRaised(Rule[ast.ExceptHandler | PastEnd]):
    """An index goes past the end of an array of JAX, or an `IndexError` is waited for.

    ## Why is this bad?
    On a device there is nobody to raise: an index beyond the end is moved to the last element
    where it reads, and dropped where it writes. `x[i + 1]` for all `i` of `x` reads the last
    element twice, a handler of `IndexError` never runs, and wrong rows go on.

    ## Example
    ```python
    import jax.numpy as jnp

    TABLE = jnp.arange(12.0).reshape(4, 3)


    def lookup(ids):
        try:
            return TABLE[jnp.asarray(ids)]
        except IndexError:
            return jnp.zeros((len(ids), 3))
    ```
    Compare the index with the shape, or say what comes out beyond it:
    `TABLE.at[ids].get(mode="fill", fill_value=0)`.

    ## When to keep it
    Where anything else in the `try` may raise it; that is not reported.
    """

    code = "JOL714"
    summary = "An index goes past the end of an array, which raises no `IndexError`"
    words = ("jax",)

    def matches(self) -> Iterator[PastEnd]:
        return past_end(self.facts)

    def judge(self, match: ast.ExceptHandler | PastEnd) -> None:
        assert isinstance(match, PastEnd)
        self.report(
            match,
            f"`{self.source(match.index)}` goes past the end of `{self.source(match.node.value)}`, "
            f"as {match.why}: the last element is read instead, and nothing is raised",
            help='end one earlier, or say what is read there: `.at[...].get(mode="fill")`',
        )

    def visit_Try(self, node: ast.Try) -> None:
        waits = [h for h in node.handlers if h.type is not None and self._is_index_error(h.type)]
        if len(node.body) != 1 or not waits:
            return
        statement = node.body[0]
        if not isinstance(statement, (ast.Return, ast.Assign, ast.Expr)) or not statement.value:
            return
        every = [n for n in ast.walk(statement.value) if isinstance(n, ast.Subscript)]
        if len(every) != 1 or not self._never_raises(every[0]) or self._calls(statement.value):
            return
        self.report(
            waits[0],
            f"`{self.source(every[0])}` raises no IndexError: an index beyond the end of an array "
            "of JAX is moved to the last element",
            help='compare the index with the shape, or use `.at[...].get(mode="fill")`',
        )

    def _is_index_error(self, node: ast.expr) -> bool:
        return self.facts.names.is_builtin(node, "IndexError")

    def _never_raises(self, node: ast.Subscript) -> bool:
        """Whether one array is indexed by another one."""
        return made_array(self.facts, node.slice) and self._is_array(node.value)

    def _is_array(self, node: ast.expr) -> bool:
        found = origins(self.facts, node)
        return bool(found) and all(made_array(self.facts, one) for one in found)

    def _calls(self, value: ast.expr) -> bool:
        """Whether something is called that is no function of JAX."""
        found = (n for n in ast.walk(value) if isinstance(n, ast.Call))
        return any(not (self.facts.names.call(n) or "").startswith("jax.") for n in found)
