# not executed: nothing is rewritten
import jax
import jax.numpy as jnp

ROWS = 4000
WIDTH = 128


@jax.jit
def encode(position, rates):
    return jnp.concatenate([jnp.sin(position * rates), jnp.cos(position * rates)])


def table():
    rates = 1.0 / 10_000 ** jnp.linspace(0.0, 1.0, WIDTH // 2)
    out = jnp.zeros((ROWS, WIDTH))
    for row in range(ROWS):  # want: JOL201 "copies the whole of `out`"
        out = out.at[row].set(encode(row, rates))
    return out
