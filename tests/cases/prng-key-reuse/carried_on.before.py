"""A step draws from a key and carries that same key on."""
import jax
import jax.numpy as jnp


def rollout(x, key):
    def step(carry, _):
        key, x = carry
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(key, x.shape)  # want: JOL802 "is used up here, and `jax.lax.scan` carries it on"
        return (key, x + jax.random.normal(sub, x.shape)), x.sum()

    return jax.lax.scan(step, (key, x), None, 4)


def counted(x, key):
    def step(i, carry):
        x, key = carry
        return x + jax.random.normal(key, x.shape), key  # want: JOL802 "the next step uses it again"

    return jax.lax.fori_loop(0, 4, step, (x, key))


def fine(x, key):
    def step(carry, _):
        key, x = carry
        key, sub = jax.random.split(key)
        # The last key goes out for the record.
        return (key, x + jax.random.normal(sub, x.shape)), sub

    return jax.lax.scan(step, (key, x), None, 4)


def inputs(key):
    return jnp.ones(3), key


def run(x, key):
    first, second, third = jax.random.split(key, 3)
    return rollout(x, first)[1], counted(x, second)[0], fine(x, third)[1]
