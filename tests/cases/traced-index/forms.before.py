# not executed: the originals raise
import jax
import jax.numpy as jnp
import numpy as np

table = np.linspace(0.0, 1.0, 16)


@jax.jit
def by_list(x, i):
    weights = [0.1, 0.2, 0.7]
    return weights[i] * x  # want: JOL820 "an index of a list needs the value of `i`"


@jax.jit
def by_function(x, i):
    ways = {0: jnp.sin, 1: jnp.cos}
    return ways[i](x)  # want: JOL820 "a tracer has no hash"


@jax.jit
def by_table(i):
    return table[i]  # want: JOL820 "an array of NumPy"


@jax.jit
def prefix(x, n):
    return jnp.sum(x[:n])  # want: JOL820 "a bound of a slice needs the value of `n`"


def windows(x):
    def body(i, total):
        return total + jnp.sum(x[i : i + 4])  # want: JOL820 "IndexError"

    return jax.lax.fori_loop(0, 8, body, 0.0)


@jax.jit
def named(x):
    y = jnp.sum(x)
    label = f"{y:.3f}"  # want: JOL820 "a format"
    return y, len(label)
