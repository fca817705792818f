"""Functions that change what they are given, which an array of JAX does not let happen."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import Kind, values
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins

# What changes its first argument: of NumPy, and of Python.
_CHANGING = frozenset(
    {"numpy.copyto", "numpy.fill_diagonal", "numpy.place", "numpy.put", "numpy.put_along_axis",
     "numpy.putmask", "numpy.random.shuffle", "random.shuffle"}
)  # fmt: skip
# What gives a new array in JAX, and says so only where it is told to.
_TOLD = frozenset(
    f"jax.numpy.{name}" for name in ("fill_diagonal", "place", "put", "put_along_axis")
)


class InPlaceFunction(Rule[ast.Call]):
    """A function that changes its argument in place is called of an array of JAX.

    ## Why is this bad?
    Arrays of JAX never change. `np.fill_diagonal`, `np.put`, `np.add.at` and `rng.shuffle` raise
    where they are given one, and so does what `jax.numpy` takes over from NumPy by name, unless it
    is told `inplace=False`: `jnp.fill_diagonal(x, 0)` raises `NotImplementedError`.

    ## Example
    ```python
    import jax.numpy as jnp


    def without_self(scores):
        weights = jnp.exp(scores)
        return jnp.fill_diagonal(weights, 0.0)
    ```
    Have it make a new one, `jnp.fill_diagonal(weights, 0.0, inplace=False)`, or update by
    `x.at[...]`; for a shuffled copy there is `jax.random.permutation(key, x)`.

    ## When to keep it
    Never: it raises. What waits for the error is not reported.
    """

    code = "JOL715"
    summary = "A function that works in place is given an array of JAX"
    severity = Severity.ERROR
    words = ("jax",)

    def visit_Call(self, node: ast.Call) -> None:
        if not node.args or isinstance(node.args[0], ast.Starred):
            return
        name = self.facts.names.call(node) or ""
        if name in _TOLD:
            told = any(k.arg in ("inplace", None) for k in node.keywords)
            if not told and len(node.args) < _PLACE and not error_meant(self.facts, node):
                self.report(
                    node,
                    f"`{self.source(node.func)}` is to work in place unless it is told not to: it "
                    "raises, as arrays of JAX never change",
                    help="give it `inplace=False`, and take the array that it returns",
                )
            return
        if not (name in _CHANGING or self._accumulates(node.func) or self._shuffles(node.func)):
            return
        array = node.args[0]
        known = made_array(self.facts, array) or values(self.facts).kind(array) is Kind.TRACER
        if known and not error_meant(self.facts, node):
            self.report(
                node,
                f"`{self.source(node.func)}` changes {self.quoted(array, 'an array')} in place, "
                "which is an array of JAX: it raises",
                help="make a new one by `x.at[...]`, or `jax.random.permutation` of it",
            )

    def _accumulates(self, func: ast.expr) -> bool:
        """`np.add.at`."""
        if not isinstance(func, ast.Attribute) or func.attr != "at":
            return False
        return (self.facts.names.of(func.value) or "").startswith("numpy.")

    def _shuffles(self, func: ast.expr) -> bool:
        """`rng.shuffle` of a generator of NumPy."""
        if not isinstance(func, ast.Attribute) or func.attr != "shuffle":
            return False
        made = origins(self.facts, func.value)
        names = {self.facts.names.call(one) for one in made}
        return bool(names) and names <= _GENERATORS


_PLACE = 5  # with as many arguments by position, `inplace` is one of them
_GENERATORS = {"numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.Generator"}
