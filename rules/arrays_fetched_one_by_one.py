"""Lists of device arrays of which each is fetched by itself."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, each
from jaxopt_lint.semantics.subjects.transfer.pieces import Pieces
from jaxopt_lint.semantics.subjects.transfer.told_once import pieces_told


class ArraysFetchedOneByOne(Rule[Pieces]):
    """A list of device arrays is handed to NumPy or Python, which fetches each by itself.

    ## Why is this slow?
    NumPy goes over the list, and asks one array after the other for its values: each is a copy of
    its own, and the next is begun when the one before is there. `jax.device_get` of the list starts
    all copies, and then waits once.

    ## Example
    ```python
    import jax
    import numpy as np


    @jax.jit
    def train_step(params, batch):
        return params + batch.mean(), (params * batch).sum()


    def train(params, epochs, batches, record):
        for epoch in range(epochs):
            losses = []
            for batch in batches(epoch):
                params, loss = train_step(params, batch)
                losses.append(loss)
            record(np.mean(losses))
        return params
    ```
    Fetch the list:
    ```python
            record(np.mean(jax.device_get(losses)))
    ```
    Where the arrays are to be computed with on the device, `jnp.stack` makes one of them.

    ## When to keep it
    When the list is short. A list that is known to have fewer than 16 arrays is not reported; a
    warning is what a loop comes to on every turn, unless it has few turns as its author left it;
    all else is for information.
    """

    code = "JOL413"
    summary = "Each array of a list is fetched from the device by itself"
    weighed_by_runs = True
    matches = each(pieces_told)

    def judge(self, found: Pieces) -> None:
        shown = self.quoted(found.value, "a list of arrays", 60)
        taker = "this"
        if isinstance(found.node, ast.Call):
            taker = self.quoted(found.node.func, "a call", 60)
        turns = ""
        if found.loop is not None:
            turns = f", on every turn of the loop at {self.facts.at(found.loop)}"
        self.report(
            found,
            f"{taker} fetches the arrays of {shown} from the device one after the other{turns}",
            help="fetch the list by one `jax.device_get`, or `jnp.stack` it first",
            because=(f"it asks for them at {found.there}" if found.there else "",),
        )
