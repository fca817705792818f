"""Numbers that are Python's on the first iteration of a loop and arrays from then on."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.python_scalar_carry import Weak, WeakCarry, weak_carries
from jaxopt_lint.rule import Rule, each


class PythonScalarCarry(Rule[WeakCarry]):
    """A number that a compiled step carries has another type after the first iteration.

    ## Why is this slow?
    A Python number, and `jnp.array(0.0)` as well, has no dtype of its own: it takes that of what
    it meets. What comes out of a sum with an array has a dtype. To JAX these are two types of
    argument, so that a step which carries such a number is compiled for the first iteration and
    once more for the second; for a large model that is minutes. A number that only meets Python
    numbers (`count + 1`) keeps its type and compiles once: it is not reported.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def add_loss(total, batch):
        return total + jnp.mean(batch**2)


    def evaluate(batches):
        total = 0.0
        for batch in batches:
            total = add_loss(total, batch)
        return total
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def add_loss(total, batch):
        return total + jnp.mean(batch**2)


    def evaluate(batches):
        total = jnp.asarray(0.0, dtype=float)
        for batch in batches:
            total = add_loss(total, batch)
        return total
    ```

    ## Fix safety
    Unsafe: where the step computes in less than the default precision (`bfloat16`), the carried
    number is kept in the default one from then on, and a loop without iterations gives back an
    array instead of a Python number.

    ## When to keep it
    Where the step is small, or the loop has two iterations at most.
    """

    code = "JOL110"
    summary = "A carried number has another type after the first iteration: the step compiles twice"
    fix = "asarray"
    words = ("jit",)
    matches = each(weak_carries)

    def judge(self, found: WeakCarry) -> None:
        facts = self.facts
        if not isinstance(facts.module.parent[found.node], ast.Assign):
            return
        step = facts.module.source(found.call.func)
        self.report(
            found,
            f"`{found.name}` starts {self._start(found)} and {self._later(found)} from the second "
            f"iteration on: `{step}` is compiled twice",
            help="give it its dtype in front of the loop",
            because=(f"given to `{step}` at {facts.at(found.call)}",
                     f"renewed at {facts.at(found.renewed)}"),
        )  # fmt: skip

    def _start(self, found: WeakCarry) -> str:
        start, builtin = found.node, self.facts.names.is_builtin
        if isinstance(start, ast.Call) and not builtin(start.func, "float", "int"):
            return "as an array without a dtype of its own"
        return "as a Python number"

    def _later(self, found: WeakCarry) -> str:
        return "has a dtype" if found.later is Weak.OWN else "is a float instead of an integer"
