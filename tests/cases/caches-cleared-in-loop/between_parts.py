"""Between parts that share nothing, or where each turn compiles programs of its own."""

import jax
import jax.numpy as jnp


@jax.jit
def first(x):
    return jnp.sin(x)


@jax.jit
def second(x):
    return jnp.cos(x)


def both(x):
    y = first(x)
    jax.clear_caches()
    return second(y)


def sizes(largest):
    for n in range(1, largest):
        compiled = jax.jit(lambda x, n=n: jnp.tile(x, n))
        print(n, compiled(jnp.ones(3)).shape)
        jax.clear_caches()


def twice(x):
    for function in (first, second):
        x = function(x)
        jax.clear_caches()
    return x
