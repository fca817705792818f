"""Arguments of JAX's functions in another place, or of another number."""

from __future__ import annotations

from jaxopt_lint.patterns.argument_in_other_place import Misplaced, misplaced
from jaxopt_lint.rule import Rule, Severity, each


class ArgumentInOtherPlace(Rule[Misplaced]):
    """A function of JAX is given an argument in the wrong place, or one too many or too few.

    ## Why is this bad?
    The random functions take a key, a shape and a dtype, in this order, where NumPy has bounds and
    sizes: `jax.random.uniform(key, (3,), -1.0, 1.0)` raises. `in_axes` and `in_specs` have one
    entry for each argument by place, `jax.vmap` needs one to map over, as many names as keys take
    what `jax.random.split` gives, and `jax.export.export` takes what `jax.jit` makes. The arrays
    that are stacked stand in one list, and no parameter is static and donated.

    ## Example
    ```python
    import jax


    def noise(key):
        return jax.random.uniform(key, (3,), -1.0, 1.0)
    ```
    Give the bounds by name: `minval=-1.0, maxval=1.0`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL716"
    summary = "An argument stands in another place than a function of JAX has for it"
    about_names = True
    severity = Severity.ERROR
    words = ("jax",)
    matches = each(misplaced)

    def judge(self, found: Misplaced) -> None:
        self.report(found, found.message, help=found.help)
