"""Lists of arrays of NumPy that go to the device one by one."""

from __future__ import annotations

from jaxopt_lint.rule import Rule, each
from jaxopt_lint.semantics.subjects.transfer.row_uploads import RowUploads, row_uploads


class RowsUploadedOneByOne(Rule[RowUploads]):
    """A loop hands a list of arrays of NumPy to the device array by array, to put them together.

    ## Why is this slow?
    `jnp.stack` makes an array of JAX of each item of a list before it puts them together: a batch
    of 64 rows is 64 copies to the device, each dispatched by itself, and one more operation. NumPy
    puts the rows together in the host's memory, which one copy takes over.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def train_step(params, batch):
        return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


    def train(params, path, turns):
        rows = np.load(path)
        draw = np.random.default_rng(0)
        for _ in range(turns):
            places = draw.integers(len(rows), size=64)
            batch = jnp.stack([jnp.asarray(rows[place]) for place in places])
            params = train_step(params, batch)
        return params
    ```
    Put them together on the host:
    ```python
            batch = jnp.asarray(np.stack([rows[place] for place in places]))
    ```
    Here `rows[places]` does that, too.

    ## When to keep it
    When the rows are on the device already. Lists that are known to have fewer than 16 rows, and
    loops of fewer turns, are not reported; a warning is what a loop hands over on every turn that
    calls something compiled, all else is for information.
    """

    code = "JOL414"
    summary = "The rows of a batch are copied to the device one by one"
    weighed_by_runs = True
    matches = each(row_uploads)

    def judge(self, found: RowUploads) -> None:
        taker = self.quoted(found.node.func, "a call", 60)
        many = f"{found.count} arrays" if found.count is not None else "the arrays"
        self.report(
            found,
            f"{taker} puts together {many} of a list that are copied to the device one by one, on "
            f"every turn of the loop at {self.facts.at(found.loop)}",
            help="put them together by `np.stack` on the host, and copy the whole by `jnp.asarray`",
            because=("each copy is dispatched by itself",),
        )
