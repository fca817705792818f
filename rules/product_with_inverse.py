"""Products with the inverse of a matrix, which is computed for them alone."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.python import unpacks

_PRODUCTS = ("jax.numpy.matmul", "jax.numpy.dot")
_INVERSES = ("jax.numpy.linalg.inv", "jax.scipy.linalg.inv")


class ProductWithInverse(Rule[ast.expr]):
    """A matrix is inverted for one product, where `solve` gives the product at once.

    ## Why is this bad?
    `inv(a) @ b` solves for all columns of the identity, and multiplies afterwards: for a vector
    `b` that is several times the work of `solve(a, b)`, and in `float32` a matrix that is not well
    conditioned loses more digits on the way. A covariance is positive definite besides: its
    Cholesky factor takes half the work, and gives the determinant, too.

    ## Example
    ```python
    import jax.numpy as jnp


    def update(gain, covariance, residual):
        return gain @ (jnp.linalg.inv(covariance) @ residual)
    ```
    Write `jnp.linalg.solve(covariance, residual)`, or `jax.scipy.linalg.cho_solve` with
    `cho_factor(covariance)`. From the right, `b @ inv(a)` is `solve(a.T, b.T).T`.

    ## When to keep it
    Where the inverse is used for more than one product; that is not reported. Where the matrix has
    a handful of rows neither the time nor the digits may matter: every finding is for information.
    """

    code = "JOL513"
    summary = "A matrix is inverted for one product"
    severity = Severity.INFO
    words = ("inv(",)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.MatMult):
            self._product(node, node.left, node.right)

    def visit_Call(self, node: ast.Call) -> None:
        plain = len(node.args) == 2 and not node.keywords and not unpacks(node)
        if plain and self.facts.names.call(node) in _PRODUCTS:
            self._product(node, *node.args)

    def _product(self, node: ast.expr, left: ast.expr, right: ast.expr) -> None:
        # `b @ inv(a) @ c` is `(b @ inv(a)) @ c`: told once, where the inverse stands.
        made = self._inverse(left)
        if made is not None:
            self._tell(node, made, f"solve({self.source(made.args[0])}, {self.source(right)})")
            return
        made = self._inverse(right)
        if made is not None:
            matrix, other = self._turned(made.args[0]), self._turned(left)
            self._tell(node, made, f"solve({matrix}, {other}).T")

    def _turned(self, node: ast.expr) -> str:
        """The transpose of an expression, as written."""
        plain = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))
        return f"{self.source(node)}.T" if plain else f"({self.source(node)}).T"

    def _inverse(self, node: ast.expr) -> ast.Call | None:
        """The call of `inv` that an operand is, or the name of one that is read here alone."""
        made = self.facts.names.behind(node)
        if not isinstance(made, ast.Call) or self.facts.names.call(made) not in _INVERSES:
            return None
        if len(made.args) != 1 or made.keywords or unpacks(made):
            return None
        module = self.facts.module
        if isinstance(node, ast.Name):
            once = len(module.reads(module.holder(node), node.id)) == 1
            here = module.function(node) is module.function(made) is not None
            if (
                not once
                or not here
                or module.block_of(module.statement(node))
                != module.block_of(module.statement(made))
            ):
                return self.facts.doubt(node, "{} may be used for more than one product", node)
        return made

    def _tell(self, node: ast.expr, made: ast.Call, instead: str) -> None:
        staged = tracing(self.facts).staged(self.facts.module.function(node))
        short = len(instead) <= 60 and "\n" not in instead
        module = "jax.numpy.linalg." if not isinstance(made.func, ast.Attribute) else ""
        if isinstance(made.func, ast.Attribute):
            module = f"{self.source(made.func.value)}."
        self.report(
            node,
            f"`{self.source(made)}` is computed for this product alone, which `solve` gives in "
            "less work and with more digits",
            help=f"`{module}{instead}`" if short else f"use `{module}solve`",
            because=(staged,),
        )
