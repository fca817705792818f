"""JOL126: control flow of JAX that each call of a function compiles anew."""

from __future__ import annotations

from jaxopt_lint.patterns.control_flow_of_fresh_callable import CompiledEachCall, compiled_each_call
from jaxopt_lint.rule import Rule, Severity, each


class ControlFlowOfFreshCallable(Rule[CompiledEachCall]):
    """A function that nothing compiles gives `jax.lax.scan` or its kin a function of its own.

    ## Why is this slow?
    `scan`, `while_loop`, `fori_loop`, `cond`, `switch` and `map` compile what they are given, even
    where nothing else is compiled, and JAX finds that again by the identity of the functions. A
    nested function, a lambda, a `partial` and a bound method (`self.step`) are new ones at each
    call of the function around them, so that each call traces and compiles again, for as long as
    nobody calls that under `jax.jit`.
    `jax.lax.map` makes a new function of whatever it is given.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    class Solver:
        def __init__(self, matrix):
            self.matrix = matrix

        def solve(self, b, steps):
            def step(i, x):
                return x + 0.1 * (b - self.matrix @ x)

            return jax.lax.fori_loop(0, steps, step, jnp.zeros_like(b))


    solver = Solver(2.0 * jnp.eye(3))
    print(solver.solve(jnp.ones(3), 100))
    ```
    Better, a function of `matrix`, `b` and `steps` is compiled by `jax.jit`, once, and called by
    the method.

    ## When to keep it
    Where it is called once, or where only callers outside of the project matter, who compile it.
    It is for information: it is reported where the body of a module or a test comes to the
    function and nothing in the project traces it, or where the function itself asks for the values
    of arrays. What a loop of the project calls is `eager-control-flow`.
    """

    code = "JOL126"
    summary = "Control flow is compiled again on every call of a function that nothing compiles"
    severity = Severity.INFO
    words = ("lax", "equinox")
    matches = each(compiled_each_call)

    def judge(self, found: CompiledEachCall) -> None:
        new = (
            f"{found.made} is a new function each time" if found.made else "it makes a new function"
        )
        self.report(
            found,
            f"nothing is seen to compile `{found.function.name}`, so that each call of it compiles "
            f"`{found.name}` again: {new}",
            help="compile the function around it by `jax.jit`, once",
            because=(found.why,),
        )
