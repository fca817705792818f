# rule: separate-loss-and-grad
"""The loss draws from an object that keeps a key: called once, it draws once."""
import jax
import jax.numpy as jnp


class Keys:
    def __init__(self):
        self.key = jax.random.key(0)

    def next(self):
        self.key, key = jax.random.split(self.key)
        return key


@jax.jit
def step(params, x):
    keys = Keys()

    def loss(params, x):
        kept = jax.random.bernoulli(keys.next(), 0.5, x.shape)  # broken
        kept = jax.random.bernoulli(jax.random.key(0), 0.5, x.shape)  # holds
        return jnp.sum((params - x * kept) ** 2)

    value = loss(params, x)
    grads = jax.grad(loss)(params, x)
    return value, grads
