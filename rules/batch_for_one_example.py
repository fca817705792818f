"""Layers of Equinox, which take one example, that are called with a whole batch."""

from __future__ import annotations

from jaxopt_lint.patterns.batch_for_one_example import Batched, batched_calls
from jaxopt_lint.rule import Rule, Severity, each


class BatchForOneExample(Rule[Batched]):
    """A layer of Equinox is called with a batch, and takes one example.

    ## Why is this bad?
    Layers of Equinox have no axis for a batch: `eqx.nn.Linear` takes a vector, `eqx.nn.Conv2d` one
    image, `eqx.nn.Embedding` one number. Given a batch they raise, or take its length for their
    own size.

    ## Example
    ```python
    import equinox as eqx
    import jax

    model = eqx.nn.MLP(2, 1, 32, 2, key=jax.random.key(0))
    x = jax.random.normal(jax.random.key(1), (64, 2))
    y = model(x)
    ```
    Map it over the batch: `jax.vmap(model)(x)`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL854"
    summary = "A layer of Equinox, which takes one example, is given a batch"
    severity = Severity.ERROR
    words = ("equinox",)
    matches = each(batched_calls)

    def judge(self, found: Batched) -> None:
        layer = self.source(found.layer.func)
        axes = f"{found.rank} {'axis' if found.rank == 1 else 'axes'}"
        takes = ("a number", "a vector")[found.takes] if found.takes < 2 else (
            f"{found.takes} axes"
        )  # fmt: skip
        self.report(
            found,
            f"`{layer}` takes one example, {takes}, and is given an array with {axes}: it raises",
            help=f"`jax.vmap({self.source(found.node.func)})(...)`",
            because=(
                f"the layer is made at {self.facts.at(found.layer)}",
                f"the array is made at {self.facts.at(found.batch)}",
            ),
        )
