"""Traced values that are asked for on the host, where there are none yet."""

from __future__ import annotations

from jaxopt_lint.patterns.host_transfer_in_traced_code import Transfer, transfers
from jaxopt_lint.rule import Rule, Severity, each


class HostTransferInTracedCode(Rule[Transfer]):
    """A traced value used where only a concrete one will do: `float()`, `.item()`, `np.sqrt`, ...

    ## Why is this bad?
    Under `jax.jit`, `scan` and their kin Python runs once, on values that stand for arrays that do
    not exist yet. Turning one into a Python number or a NumPy array raises
    `ConcretizationTypeError` or `TracerArrayConversionError`. NumPy functions that only call the
    array's own method (`np.sum`, `np.reshape`) happen to work and are not reported;
    `jax.device_get` on a traced value does nothing.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def scaled(x):
        return jnp.sum(x) / np.sqrt(x.size)


    @jax.jit
    def length(x):
        return np.sqrt((x**2).sum())
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def scaled(x):
        return jnp.sum(x) / np.sqrt(x.size)


    @jax.jit
    def length(x):
        return jnp.sqrt((x**2).sum())
    ```

    ## Fix safety
    A NumPy function becomes the one of the same name in `jax.numpy`. The original raises in traced
    code, so nothing that worked can change there; where the function is called outside of traced
    code as well, its result becomes a JAX array and 64-bit numbers become 32-bit ones, so only
    element-wise functions in code that is always traced are replaced without asking. Options that
    `jax.numpy` lacks, and conversions to Python numbers, are left to you.

    Under `jax.grad` alone only what a gradient flows through is traced, and `int`, `bool` and
    `.item()` work; NumPy functions and `float` raise there as well.

    ## When to keep it
    In code that sees only concrete values: under `jax.ensure_compile_time_eval`, or in a callback.
    """

    code = "JOL401"
    summary = "A traced value is converted to a Python number or a NumPy array"
    severity = Severity.ERROR
    stops_traces = True
    fix = "jnp-call"
    matches = each(transfers)

    def judge(self, found: Transfer) -> None:
        value, function = self.source(found.value), self.source(found.node.func)
        if found.silent:
            self.report(
                found,
                f"`{function}` does nothing: `{value}` is traced ({found.why}) and stays so",
                severity=Severity.INFO,
            )
            return
        needs = f"the value of {self.quoted(found.value, 'its argument')}"
        self.report(
            found,
            f"`{function}` needs {needs}, which is traced ({found.why}): it raises {found.error}",
            help="use `jax.numpy`"
            if found.numpy
            else "keep it an array, or convert what the compiled function returns",
            cause="traced values",  # nothing comes to the second
        )
