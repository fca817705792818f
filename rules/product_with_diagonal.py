"""Matrix products with a diagonal matrix that is written out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.python import unpacks

_PRODUCTS = ("jax.numpy.matmul", "jax.numpy.dot")


class ProductWithDiagonal(Rule[ast.expr]):
    """A matrix is multiplied by `jnp.diag(v)`, which scales its rows or columns by `v`.

    ## Why is this slow?
    The compiler does not know that all but the diagonal is zero: for `n` rows and `m` columns it
    fills `n * n` numbers and multiplies `n * n * m`, where `n * m` products of numbers do. With
    1,000 rows that is 1,000 times the work, and on a CPU more than 50 times the time. The zeros
    also make `nan` of an infinite element elsewhere in the row.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def gram(features, weights):
        return features.T @ jnp.diag(weights) @ features
    ```
    Write `(features.T * weights) @ features`. From the left, `jnp.diag(v) @ m` is `v[:, None] * m`
    for a matrix, and `v * m` for a vector.

    ## When to keep it
    Where the matrix has a handful of rows; how many it has is not known here, so that every finding
    is for information. Of a matrix, `jnp.diag` takes the diagonal, and the
    product is another one: what is known to be a matrix is not reported.
    """

    code = "JOL508"
    summary = "A matrix is multiplied by a diagonal matrix, as if it were full"
    severity = Severity.INFO
    words = ("diag",)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.MatMult):
            self._product(node, node.left, node.right)

    def visit_Call(self, node: ast.Call) -> None:
        plain = len(node.args) == 2 and not node.keywords and not unpacks(node)
        if plain and self.facts.names.call(node) in _PRODUCTS:
            self._product(node, *node.args)

    def _product(self, node: ast.expr, left: ast.expr, right: ast.expr) -> None:
        for side, operand, other in (("left", left, right), ("right", right, left)):
            made = self._diagonal(operand)
            if made is not None:
                self._tell(node, made, other, side)
                return

    def _diagonal(self, node: ast.expr) -> ast.Call | None:
        """The call of `diag` that an operand is, or its transpose, or the name of it."""
        if isinstance(node, ast.Attribute) and node.attr == "T":
            node = node.value
        made = self.facts.names.behind(node)
        if not isinstance(made, ast.Call) or self.facts.names.call(made) != "jax.numpy.diag":
            return None
        if len(made.args) != 1 or made.keywords or unpacks(made):
            return None
        if self._is_matrix(made.args[0]):
            return self.facts.doubt(made, "`diag` takes the diagonal of {}", made.args[0])
        return made

    def _is_matrix(self, node: ast.expr) -> bool:
        """Whether a value is certainly a matrix, or rows are taken of it as of one."""
        made = self.facts.names.behind(node)
        if isinstance(made, ast.BinOp) and isinstance(made.op, ast.MatMult):
            return True
        if isinstance(made, ast.Call):
            name = (self.facts.names.call(made) or "").removeprefix("jax.numpy.")
            return name in _MATRICES or name.startswith("linalg.inv")
        return any(self._as_matrix(one) for one in self._uses(node))

    def _uses(self, node: ast.expr) -> Iterator[ast.AST]:
        """What stands around each read of a name."""
        module = self.facts.module
        if isinstance(node, ast.Name):
            holder = module.scope[node].holder(node.id)
            for read in module.reads(holder, node.id) if holder is not None else ():
                yield module.parent[read]

    def _as_matrix(self, around: ast.AST) -> bool:
        """Whether what stands around a value needs a matrix."""
        match around:
            case ast.Attribute(_, "T" | "mT"):
                return True
            case ast.Call():
                name = self.facts.names.call(around) or ""
                return name.startswith(("jax.numpy.linalg.", "jax.scipy.linalg."))
            case ast.Subscript(_, ast.Tuple(parts)):
                given = [p for p in parts if not isinstance(p, ast.Constant) or p.value is not None]
                return len(given) > 1
        return False

    def _tell(self, node: ast.expr, made: ast.Call, other: ast.expr, side: str) -> None:
        vector = self.source(made.args[0])
        simple = isinstance(made.args[0], (ast.Name, ast.Attribute, ast.Subscript, ast.Call))
        vector = vector if simple else f"({vector})"
        matrix = self.source(other)
        staged = tracing(self.facts).staged(self.facts.module.function(node))
        scaled = f"{matrix} * {vector}" if side == "right" else f"{vector}[:, None] * {matrix}"
        short = len(scaled) <= 60 and "\n" not in scaled
        self.report(
            node,
            f"the product with `{self.source(made)}` computes with all of its zeros, though it "
            f"only scales {'columns' if side == 'right' else 'rows'}",
            help=f"`{scaled}`" if short else "multiply by the vector itself",
            because=(staged,),
            assumed=(f"`{self.source(made.args[0])}` is a vector",),
        )


_MATRICES = ("eye", "outer", "diag", "matmul", "cov", "corrcoef", "stack", "vstack", "vander")
