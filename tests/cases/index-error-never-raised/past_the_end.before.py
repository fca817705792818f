# not executed: nothing is rewritten
import jax
import jax.numpy as jnp

table = jax.random.normal(jax.random.key(0), (100, 8))
x = jnp.arange(10)
last = x[10]  # want: JOL714 "the array has 10 elements"


def embedded(ids):
    return table[ids + 1]  # want: JOL714 "goes up to the last row already"


print(embedded(jnp.arange(100)))


@jax.jit
def rough(x):
    n = x.shape[0]
    return jax.lax.fori_loop(
        0, n, lambda i, total: total + (x[i + 1] - x[i]) ** 2, 0.0  # want: JOL714 "`i` goes up"
    )


def slow(n):
    x = jnp.linspace(0.0, 1.0, n)
    total = 0.0
    for i in range(len(x)):
        total += x[i + 1] - x[i]  # want: JOL714
    return total
