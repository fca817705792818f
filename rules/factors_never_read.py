"""Decompositions of which a part is computed that nobody reads."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.factors_never_read import Unread, unread
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.avals import Aval, aval

_LARGE = 500  # rows


class FactorsNeverRead(Rule[Unread]):
    """A matrix is decomposed for part of the result, and the rest is computed for nothing.

    ## Why is this slow?
    The routine behind `eig`, `svd` and `qr` is one call into a library: the compiler cannot drop
    the vectors from it because nobody reads them. On a CPU eigenvalues alone take half the time of
    `eig`, singular values alone a third of that of `svd`, and `R` alone less than half of that of
    `qr`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def nuclear_norm(matrix):
        _, values, _ = jnp.linalg.svd(matrix)
        return jnp.sum(values)
    ```
    Ask for the part that is needed: `jnp.linalg.svd(matrix, compute_uv=False)`,
    `jnp.linalg.eigvals(matrix)`, `jnp.linalg.qr(matrix, mode="r")`.

    ## When to keep it
    Under a gradient, which needs the vectors for the derivative; that is not reported. Of `eigh`
    there is nothing to spare: `eigvalsh` computes the vectors, too. Of `qr`, where no matrix
    of hundreds of rows is seen to go in, it is less than anyone can measure: for information.
    """

    code = "JOL511"
    summary = "A matrix is decomposed, and part of the result is never read"
    words = ("eig(", "svd(", "qr(")

    def visit_Call(self, node: ast.Call) -> None:
        found = unread(self.facts, node)
        if found is None:
            return
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        module = self.source(owner) if owner is not None else "jnp.linalg"
        self.report(
            found,
            f"{found.unread} of `{self.source(node.func)}` are computed and never read",
            help=f"`{found.instead.format(module, self.source(node.args[0]))}`",
            severity=Severity.INFO if self._is_quick(node) else None,
        )

    def _is_quick(self, node: ast.Call) -> bool:
        """Whether it is `qr`, of which no more than half is spared, of a matrix that is not known
        to be large."""
        if not (self.facts.names.call(node) or "").endswith(".qr"):
            return False
        given = aval(self.facts, node.args[0])
        return not (isinstance(given, Aval) and given.size is not None and given.size >= _LARGE)
