# not executed: the originals raise
import jax
import jax.numpy as jnp


def filled(n):
    x = jnp.zeros(n)
    x.at[0] = 1.0  # want: JOL709 "is no place to store to"
    x.at[1] += 2.0  # want: JOL709
    return x.at(2).set(1.0)  # want: JOL709 "in square brackets"


def masked(scores):
    i = jnp.arange(3)
    scores[i, i] = -jnp.inf  # want: JOL709 "`scores` is an array of JAX"
    return jax.nn.softmax(scores)


print(masked(jnp.zeros((3, 3))))
