"""Eigenvalues of Hermitian matrices that are computed as those of any matrix."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.hermitian import is_hermitian
from jaxopt_lint.rule import Rule


class GeneralEigOfHermitian(Rule[ast.Call]):
    """`eig` is asked for the eigenvalues of a matrix that is Hermitian by construction.

    ## Why is this bad?
    For a Hermitian matrix there is `eigh`. On a CPU it takes a tenth of the time of `eig` for 600
    rows; its values are real and in ascending order, and its vectors are orthogonal. `eig` gives
    complex ones in no order, whose vectors of equal values are any; it has no gradient for its
    vectors, and older releases of JAX have it on no GPU.

    ## Example
    ```python
    import jax.numpy as jnp


    def modes(basis):
        gram = basis @ basis.conj().T
        values, vectors = jnp.linalg.eig(gram)
        return values.real, vectors
    ```
    Use `jnp.linalg.eigh(gram)`: what sorted the values is no longer needed.

    ## When to keep it
    Of complex matrices, `a @ a.T` without a conjugate is not Hermitian: such a product is taken
    for that of real ones, and the finding says so.
    """

    code = "JOL512"
    summary = "`eig` is used for a matrix that is Hermitian, for which there is `eigh`"
    words = ("eig",)

    def visit_Call(self, node: ast.Call) -> None:
        name = (self.facts.names.call(node) or "").removeprefix("jax.numpy.linalg.")
        if name not in ("eig", "eigvals") or len(node.args) != 1:
            return
        matrix = node.args[0]
        if not is_hermitian(self.facts, matrix):
            self.facts.doubt(node, "{} is not known to be Hermitian", matrix, early=True)
            return
        made = self.facts.names.behind(matrix)
        text = self.source(made) if made is not None else ""
        conjugated = "conj" in text or ".H" in text
        self.report(
            node,
            f"`{self.source(matrix)}` is Hermitian, of which `{name}` finds complex eigenvalues in "
            "no order, in many times the time of `eigh`",
            help=f"`{self.source(node.func)[: -len(name)]}{'eigh' if name == 'eig' else 'eigvalsh'}"
            f"({self.source(matrix)})`",
            because=(f"it is `{text}`" if len(text) <= 60 and "\n" not in text else "",),
            assumed=() if conjugated else ("its parts are real",),
        )
