"""Outputs of kernels that are bound to a value instead of being written to."""

from __future__ import annotations

from jaxopt_lint.patterns.kernel_output_rebound import Rebound, rebound
from jaxopt_lint.rule import Rule, Severity, each


class KernelOutputRebound(Rule[Rebound]):
    """An output of a kernel of Pallas gets a new value under its name, and nothing is written to
    it.

    ## Why is this bad?
    What a kernel is given are references to memory. `out_ref = x + y` binds the name to a new value
    and leaves the memory as it was: what `pallas_call` returns is whatever stood there. Nothing
    raises; in interpret mode the result may be NaN or 0, on a device it is anything.

    ## Example
    ```python
    import jax
    from jax.experimental import pallas as pl


    def add_kernel(x_ref, y_ref, out_ref):
        out_ref = x_ref[...] + y_ref[...]


    @jax.jit
    def add(x, y):
        return pl.pallas_call(add_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x, y)
    ```
    Write to the reference: `out_ref[...] = x_ref[...] + y_ref[...]`.

    ## When to keep it
    Never: the value is lost. Where the kernel reads or writes the reference before its name is used
    for something else, nothing is reported.
    """

    code = "JOL872"
    summary = "An output of a Pallas kernel is rebound, not written to"
    severity = Severity.ERROR
    words = ("pallas",)
    matches = each(rebound)

    def judge(self, found: Rebound) -> None:
        name = found.node.id
        self.report(
            found,
            f"`{name}` is bound to a new value, and the memory that it stood for is not written: "
            "the output of the kernel is whatever was there",
            help=f"`{name}[...] = ...` writes to it",
            because=(f"it is an output of the kernel, by the call at {self.facts.at(found.made)}",),
        )
