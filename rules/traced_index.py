"""Traced values where Python needs a number at once: for an element, a slice, a format."""

from __future__ import annotations

from jaxopt_lint.patterns.traced_index import Asked, traced_indices
from jaxopt_lint.rule import Rule, Severity, each


class TracedIndex(Rule[Asked]):
    """A traced value is the index of a list, the bound of a slice, or a number in a format.

    ## Why is this bad?
    Under `jax.jit`, `scan` and their kin a number that is computed, or given, is not there yet.
    An array of JAX takes it as an index all the same: `x[i]`. A list, a tuple, a dictionary and an
    array of NumPy need the number itself, and so does a slice, as its length is a shape:
    `x[:n]`. It raises `TracerIntegerConversionError`, `TracerArrayConversionError`,
    `IndexError` or `TypeError`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def window(x, start):
        return jnp.sum(x[start : start + 8])
    ```
    Say the length apart, which is known: `jax.lax.dynamic_slice_in_dim(x, start, 8)`. Choose among
    functions by `jax.lax.switch`, and make an array of a table: `jnp.array(table)[i]`. What decides
    on a length has to be static (`static_argnames`), or a mask.

    ## When to keep it
    Never: it raises. Code that makes sure of concrete values is not reported.
    """

    code = "JOL820"
    summary = "A traced value is the index of a list, the bound of a slice, or in a format"
    severity = Severity.ERROR
    words = ("jax",)
    matches = each(traced_indices)

    def judge(self, found: Asked) -> None:
        value = self.quoted(found.value, "what it is given")
        self.report(
            found,
            f"{found.needs} needs the value of {value}, which is traced ({found.why}): it raises "
            f"{found.error}",
            help=found.instead,
        )
