import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import checkify


def gather(table, idx):
    checkify.check(jnp.all(idx < table.shape[0]), "index {i} out of range", i=idx.max())
    return table[idx]


checked_gather = jax.jit(checkify.checkify(gather))


def validate(table, index_sets):
    for idx in index_sets:
        err, rows = checked_gather(table, idx)
        err.throw()
        yield rows


if __name__ == "__main__":
    table = jnp.asarray(np.arange(20.0).reshape(10, 2))
    for rows in validate(table, [jnp.array([0, 3]), jnp.array([9])]):
        print(rows)
