"""The columns of a table under a jit, and rows that are drawn once before everything else."""

import jax
import jax.numpy as jnp


def table_of(times, values):
    @jax.jit
    def at(time):
        columns = []
        for c in range(values.shape[1]):
            columns.append(jnp.interp(time, times, values[:, c]))
        return jnp.array(columns)

    return at


def shuffled(seed, size):
    keys = jax.random.split(jax.random.key(seed), 20)
    return jnp.array([jax.random.permutation(key, size) for key in keys])


if __name__ == "__main__":
    orders = shuffled(0, 784)
    print(orders.shape, table_of(jnp.arange(3.0), jnp.ones((3, 2)))(1.5))
