"""Operations that are handed out one by one beside a compiled step."""

from __future__ import annotations

from jaxopt_lint.patterns.eager_work_beside_step import Beside, work_beside_steps
from jaxopt_lint.rule import Rule, Severity, each

_SHOWN = 4  # names of operations in a message


class EagerWorkBesideStep(Rule[Beside]):
    """A loop calls a compiled step, and runs other operations of JAX one by one around it.

    ## Why is this slow?
    Each operation outside of `jax.jit` is a program of its own: Python hands it out, which takes
    some ten microseconds, and its result is written to memory and read again by the next one. What
    prepares a batch, or makes numbers of a result, so costs each iteration about as much as a small
    step, and padding or one-hot vectors are kept whole. Shapes that differ from batch to batch have
    each of these programs compiled anew.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, inputs, labels):
        grads = jax.grad(lambda p: jnp.mean((inputs @ p - labels) ** 2))(params)
        return params - 0.1 * grads


    def train(params, loader):
        for tokens, labels in loader:
            inputs = jax.nn.one_hot(jnp.clip(tokens, 0, 31), 32)
            inputs = inputs.reshape(len(tokens), -1)
            targets = jax.nn.one_hot(labels, 10)
            params = train_step(params, inputs, targets)
        print(float(params.sum()))
    ```

    Better, `train_step` takes the numbers as they come from the loader, and makes the vectors
    itself; what depends on the length of a text is padded by NumPy before.

    ## When to keep it
    Where the step takes so long that the operations do not show: how long that is, no code says, so
    it is for information. What every so many turns come to is not counted, nor transfers, items
    of arrays, random keys, comparisons, and what a loop within the turn does; "up to" counts what
    a test in a helper may leave out.
    """

    code = "JOL208"
    summary = "A loop runs operations one by one beside its compiled step"
    severity = Severity.INFO
    words = ("jax",)
    matches = each(work_beside_steps)

    def judge(self, found: Beside) -> None:
        count = len(found.deeds)
        most = "" if count == found.certain else "up to "
        work = f"{most}{count} operations"
        names = [f"`{name}`" for name in found.names[:_SHOWN]]
        more = ", ..." if len(found.names) > _SHOWN else ""
        shown = f" ({', '.join(names)}{more})" if names else ""
        step = f"`{found.step}`, which is compiled" if found.step else "what is compiled"
        self.report(
            found,
            f"each iteration of the loop at {self.facts.at(found.loop)} hands {work}{shown} to the "
            f"device one by one, besides {step}",
            help="do this in the compiled function, or on the host with NumPy before",
        )
