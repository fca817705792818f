"""Handlers for errors that the linear algebra of JAX never raises."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.basics import tracing


class LinalgErrorNeverRaised(Rule[ast.ExceptHandler]):
    """A failed factorization is waited for as an error, which JAX never raises.

    ## Why is this bad?
    `numpy.linalg.cholesky` raises `LinAlgError` for a matrix that is not positive definite, and
    `numpy.linalg.inv` for a singular one. Those of JAX run on a device, where nobody can raise:
    they give `nan` or `inf`, and go on. The handler with its fallback never runs. Under `jax.jit`
    it cannot even be asked: the code runs once, before there are any numbers.

    ## Example
    ```python
    import jax.numpy as jnp
    import numpy as np


    def factor(matrix):
        try:
            return jnp.linalg.cholesky(matrix)
        except np.linalg.LinAlgError:
            return jnp.linalg.cholesky(matrix + 1e-6 * jnp.eye(matrix.shape[0]))
    ```
    Look at the result: `jnp.where(jnp.isfinite(lower).all(), lower, other)`, or add the jitter
    from the start.

    ## When to keep it
    Where anything else in the `try` may raise it; that is not reported. `except Exception` is
    reported only where the code is traced.
    """

    code = "JOL841"
    summary = "An error of linear algebra is waited for that JAX never raises"
    words = ("linalg",)

    def visit_Try(self, node: ast.Try) -> None:
        calls = [n for statement in node.body for n in ast.walk(statement) if _runs(n)]
        failing = [c for c in calls if isinstance(c, ast.Call) and self._fails(c)]
        if not failing:
            return
        others = [c for c in calls if c not in failing and not self._is_harmless(c)]
        if others:
            self.facts.doubt(node, "{} may raise the error", others[0])
            return
        for handler in node.handlers:
            if self._is_dead(handler, node):
                self._tell(handler, failing[0])

    def _fails(self, call: ast.Call) -> bool:
        """Whether a function of JAX is called, whose namesake raises for some matrices."""
        module, _, name = (self.facts.names.call(call) or "").rpartition(".")
        return module in _MODULES and name in _RAISING

    def _is_harmless(self, node: ast.AST) -> bool:
        """Whether what runs in the `try` never raises the errors of a failed factorization."""
        if not isinstance(node, ast.Call):
            return False
        name = self.facts.names.call(node) or ""
        if name.startswith(("jax.numpy.", "jax.scipy.", "jax.lax.", "jax.nn.")):
            return True
        if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            return self.facts.names.of(node.func) is None
        return self.facts.names.is_builtin(node.func, *_BUILTINS)

    def _is_dead(self, handler: ast.ExceptHandler, node: ast.Try) -> bool:
        """Whether nothing is left that comes to a handler."""
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = [self.facts.names.of(kind) or "" for kind in kinds]
        if all(name.endswith("linalg.LinAlgError") for name in names):
            return True
        broad = handler.type is None or self.facts.names.is_builtin(handler.type, "Exception")
        if not broad or any(isinstance(n, ast.Raise) for n in ast.walk(handler)):
            return False  # an error of a shape, told in other words
        return tracing(self.facts).staged(self.facts.module.function(node)) is not None

    def _tell(self, handler: ast.ExceptHandler, call: ast.Call) -> None:
        staged = tracing(self.facts).staged(self.facts.module.function(handler))
        self.report(
            handler,
            f"`{self.source(call.func)}` raises no error for a matrix that it fails on but gives "
            "nan: the handler never runs",
            help="test the result with `jnp.isfinite(...).all()`, under `jnp.where` or `lax.cond` "
            "where it is traced",
            because=(staged,),
        )


def _runs(node: ast.AST) -> bool:
    """Whether a node may run code that is not seen."""
    return isinstance(node, (ast.Call, ast.Raise, ast.Await, ast.Yield, ast.YieldFrom, ast.Assert))


_MODULES = ("jax.numpy.linalg", "jax.scipy.linalg")
_RAISING = frozenset(
    {"cholesky", "inv", "solve", "svd", "eig", "eigh", "eigvals", "eigvalsh", "lstsq", "pinv",
     "cho_factor", "cho_solve", "lu_factor", "lu_solve", "solve_triangular", "tensorsolve",
     "matrix_power", "slogdet"}
)  # fmt: skip
_METHODS = frozenset(
    {"astype", "reshape", "sum", "mean", "transpose", "conj", "dot", "set", "add", "squeeze",
     "ravel", "flatten", "all", "any", "max", "min", "copy", "item", "block_until_ready", "append",
     "debug", "info", "warning"}
)  # fmt: skip
_BUILTINS = ("float", "int", "bool", "len", "abs", "range", "print", "min", "max", "sum", "tuple",
             "list", "zip", "enumerate", "isinstance")  # fmt: skip
