"""Compilation of something fresh in a function that is called often."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.fresh_jits import FreshJit, in_calls
from jaxopt_lint.rule import Rule, Severity, each


class JitOfFreshCallable(Rule[FreshJit]):
    """A function that runs often makes a new function and compiles it, each time.

    ## Why is this slow?
    JAX finds compiled code by the identity of the function. A lambda, a `partial`, the result of
    `jax.grad`, an inner function and a method read from an object are new objects each time the
    code around them runs, so that every call traces and compiles again.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def spread(rows):
        return jax.jit(lambda r: jnp.max(r) - jnp.min(r))(rows)


    def report(batches):
        return [spread(batch) for batch in batches]
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    jitted_spread = jax.jit(lambda r: jnp.max(r) - jnp.min(r))


    def spread(rows):
        return jitted_spread(rows)


    def report(batches):
        return [spread(batch) for batch in batches]
    ```

    ## Fix safety
    The compiled function moves to the module, where it captures nothing of the function around
    it and nothing that the module rebinds. Else there is no fix: make the captured values
    arguments, or keep the compiled function on the object that calls it. What it reads is read
    once from then on, also in the functions that it calls. JAX finds what it has compiled by static
    values that are equal and of one type: where one may be a zero of either sign, or a tuple of
    numbers of other types, the fix is unsafe; where calls show two such values there is none.

    ## When to keep it
    In code that runs once: initialisation, export, a benchmark; and in code that only runs within
    an outer `jax.jit`, which takes the inner one in. A function that is only called outside of
    loops, by the code of the module or by another one that runs once, is not reported.

    It is a warning where a loop calls the function, itself or through others. It is for
    information where nobody is seen to call the function, or one place outside of loops is all
    that is seen; where a loop clears the caches of JAX on each turn; where one or two operations
    are compiled, beside a loop that each call runs; and where each call is a run of its own, beside
    which the compilation is small: it draws a figure, has SciPy minimize something, or hands a
    state through something compiled turn by turn.
    """

    code = "JOL102"
    summary = "A fresh function is compiled on every call of a function that runs often"
    weighed_by_runs = True
    fix = "hoist-jit"
    words = ("jit", "pmap")
    matches = each(in_calls)

    def judge(self, found: FreshJit) -> None:
        if isinstance(found.node, ast.AsyncFunctionDef):
            return
        name = found.wrap.name.rpartition(".")[2]
        around = getattr(found.region, "name", "")
        often = f"on every call of `{around}`" if around else "for every leaf"
        self.report(
            found,
            f"`{name}` of {found.what} compiles again {often}",
            help=self._help(found),
            severity=Severity.INFO if found.slight or found.within_a_run or found.assumed else None,
        )

    def _help(self, found: FreshJit) -> str:
        if found.method and found.wrap.argument is not None:
            method = self.source(found.wrap.argument)
            if not method.startswith(("self.", "super(")):
                return f"compile `{method}` once, where its object is made"
            stem = method.rpartition(".")[2].strip("_")
            return f"compile it once, in `__init__`: `self._jitted_{stem} = jax.jit({method})`"
        if "every leaf" in found.why:
            return "compile one function of the whole tree, with a tree of shardings"
        return "compile it once, outside of the function"
