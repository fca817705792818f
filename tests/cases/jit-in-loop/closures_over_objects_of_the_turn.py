"""Each turn makes the objects that its step goes through, and so another program."""

import jax
import jax.numpy as jnp
import optax


class Model:
    def __init__(self, size):
        self.size = size

    def apply(self, params, x):
        return jnp.tanh(params * x) * self.size


def sweep(batches, params, rates):
    found = []
    for rate in rates:
        tx = optax.adam(rate)

        def step(params, state, batch):
            grads = jax.grad(lambda p: jnp.sum((p * batch) ** 2))(params)
            updates, state = tx.update(grads, state)
            return optax.apply_updates(params, updates), state

        step = jax.jit(step)
        new, state = params, tx.init(params)
        for batch in batches:
            new, state = step(new, state, batch)
        found.append(new)
    return found


def widths(batches, params, sizes):
    for size in sizes:
        model = Model(size)

        def loss(params, batch):
            return jnp.sum(model.apply(params, batch))

        def step(params, batch):
            return params - jax.grad(loss)(params, batch)

        step = jax.jit(step)
        for batch in batches:
            params = step(params, batch)
    return params
