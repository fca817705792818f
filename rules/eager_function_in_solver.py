"""Functions that SciPy calls again and again, operation by operation."""

from __future__ import annotations

from jaxopt_lint.patterns.solver_callbacks import SolverCallback, solver_callbacks
from jaxopt_lint.rule import Rule, each


class EagerFunctionInSolver(Rule[SolverCallback]):
    """A solver of SciPy is handed a function of JAX that nothing compiles.

    ## Why is this slow?
    A solver calls its function from Python, tens to thousands of times. Without `jax.jit` every
    call hands its operations to the device one by one, and what differentiates (`jax.grad`,
    `jax.jacfwd`) traces the function anew on each call. Compiled, a call is one program: for a
    gradient of a few operations that is 10 to 100 times faster on a CPU.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    from scipy.optimize import minimize


    def rosenbrock(x):
        return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


    def fitted(start):
        return minimize(jax.jit(rosenbrock), start, jac=jax.grad(rosenbrock))
    ```
    Write `minimize(jax.jit(jax.value_and_grad(rosenbrock)), start, jac=True)`: one program gives
    both. SciPy works in 64 bits, JAX in 32 unless `jax_enable_x64` is set: without it, tolerances
    below about `1e-6` are never met.

    ## When to keep it
    Where a solver calls the function a handful of times. A function that is made anew each time is
    compiled for that solver alone, which only pays with hundreds of calls: without a derivative
    that is for information, as it has to be made once first. What cannot be traced as it stands is
    told for information: compile the part of it that can. A conversion for SciPy (`float`,
    `np.asarray`) stays outside of that.
    """

    code = "JOL124"
    summary = "A solver of SciPy calls a function of JAX that nothing compiles"
    words = ("scipy",)
    matches = each(solver_callbacks)

    def judge(self, found: SolverCallback) -> None:
        shown = self.facts.module.source(found.node)
        shown = f"`{shown}`" if len(shown) <= 40 and "\n" not in shown else "this function"
        if found.differentiated:
            cost = "each call differentiates the function anew, operation by operation"
        else:
            cost = f"each call hands {found.work} operations to the device one by one"
        self.report(
            found,
            f"`{found.solver}` calls {shown} again and again, and {cost}",
            help=_help(found),
            because=(f"a call runs {found.work} operations of JAX, those of helpers too",),
        )


def _help(found: SolverCallback) -> str:
    if found.converts:
        return "compile what it computes with `jax.jit`, and convert the result outside of that"
    if found.hindrance:
        return f"compile the part of it that can be traced with `jax.jit`: {found.hindrance}"
    if found.maker and not found.differentiated:
        return (
            f"compile it once, outside of `{found.maker}`, and give it what it reads there as "
            "arguments: compiling it on each call may cost more"
        )
    both = "; `jax.jit(jax.value_and_grad(f))` gives value and gradient at once"
    return "hand it `jax.jit(...)` of that" + (both if found.differentiated else "")
