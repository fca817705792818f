import jax
import jax.numpy as jnp
from jax.experimental import checkify


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6, 2)), jax.random.randint(b, (4,), 0, 6)


def _rows(table, ids):
    checkify.check(jnp.all((ids >= 0) & (ids < table.shape[0])), "id out of range")
    return table[ids]


_checked = jax.jit(checkify.checkify(_rows))


def run(table, ids):
    """Rows of the table; an id outside it is an error."""
    error, rows = _checked(table, ids)
    return rows
