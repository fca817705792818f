"""Sound rewrite: the split of a key is lost, so every step draws the same noise."""

import jax


@jax.jit
def f(x, key):
    def step(carry, _):
        x, key = carry
        key, sub = jax.random.split(key)
        return (x + jax.random.normal(sub, x.shape), key), None

    return jax.lax.scan(step, (x, key), None, length=4)[0][0]
