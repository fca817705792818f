# not executed: there is no fix
"""Arrays that are filled row by row: where that is done once, each copy costs little."""

import jax.numpy as jnp
import numpy as np

SIZE = 400
table = jnp.zeros((SIZE, SIZE))
for row in range(SIZE):  # want: JOL201 (info) "copies the whole of `table`"
    table = table.at[:, row].set(np.arange(SIZE) * row)


class Basis:
    def __init__(self, size=400):
        modes = jnp.zeros((size, size))
        for i in range(size):  # want: JOL201 (info) "copies the whole of `modes`"
            modes = modes.at[:, i].set(np.arange(size) ** i)
        self.modes = modes

    def shifted(self, rows=400):
        moved = jnp.zeros((rows, rows))
        for i in range(rows):  # want: JOL201 (warning) "copies the whole of `moved`"
            moved = moved.at[:, i].set(np.roll(self.modes, i))
        return moved


def each_time(rows=400):
    out = jnp.zeros((rows, rows))
    for i in range(rows):  # want: JOL201 (warning) "copies the whole of `out`"
        out = out.at[:, i].set(np.arange(rows) * i)
    return out
