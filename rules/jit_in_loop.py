"""Compilation of something fresh on every iteration of a loop."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.fresh_jits import FreshJit, in_loops
from jaxopt_lint.rule import Rule, Severity, each


class JitInLoop(Rule[FreshJit]):
    """A function that is made anew on every iteration is compiled on every iteration.

    ## Why is this slow?
    JAX finds compiled code by the identity of the function. A lambda, a `partial`, the result of
    `jax.grad` or `jax.vmap`, a function defined in the loop and a method read from an object are
    new objects each time, so that each iteration traces and compiles again: ten calls took 94
    times as long as with one compiled function. A function that is bound outside of the loop is
    found again, and is not reported.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def norms(rows):
        out = []
        for row in rows:
            out.append(jax.jit(lambda v: jnp.sqrt(jnp.sum(v**2)))(row))
        return out
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def norms(rows):
        out = []
        jitted = jax.jit(lambda v: jnp.sqrt(jnp.sum(v**2)))
        for row in rows:
            out.append(jitted(row))
        return out
    ```

    ## Fix safety
    The compiled function is made once, in front of the loop. That is the same where it captures
    nothing but functions, modules and names that stay as they are. Where it captures an object
    whose attributes or items may change while the loop runs, the fix is unsafe: the values of
    the first iteration would be compiled in. What the loop itself assigns becomes an argument
    where it is plain data, an operand or an index; that is unsafe as well, since a Python number
    is then traced. Where it may decide on a shape, the code stays as it is. Static
    values that are equal, such as zeros of both signs, share what is compiled: where a call may
    give such, the fix is unsafe, too.

    ## When to keep it
    Where each iteration really compiles another program, and runs it often. Programs that are
    compiled ahead of time (`.lower(...)`) or kept in a dictionary are not reported, nor are those
    that are made of what is another one in each iteration (`make_train(configs[env])`), or that are
    given an array of another shape in each. Where what
    is compiled comes to call a function that is another one each time, the finding is for
    information, as no program can serve all. Where one or
    two operations are compiled, beside a loop that each iteration runs, the finding is for
    information: next to that loop the compiler does not count.
    """

    code = "JOL101"
    summary = "A fresh function is compiled on every iteration of a loop"
    fix = "hoist-jit"
    words = ("jit", "pmap")
    matches = each(in_loops)

    def judge(self, found: FreshJit) -> None:
        if isinstance(found.node, ast.AsyncFunctionDef):
            return
        name = found.wrap.name.rpartition(".")[2]
        self.report(
            found,
            f"`{name}` of {found.what} compiles again on every iteration",
            help="each iteration gives it another function to call, so that one program cannot "
            "serve all: compile one for each function, where they come again"
            if found.another
            else "compile it once, in front of the loop",
            severity=Severity.INFO if found.slight or found.another else None,
        )
