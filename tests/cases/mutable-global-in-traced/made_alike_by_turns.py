# What each turn makes is the same again, or only fits with other shapes, or is compiled in the turn.
import jax
import jax.numpy as jnp
import optax


class Net:
    def __init__(self, width):
        self.width = width

    def init(self, key):
        return jax.random.normal(key, (self.width,))

    def apply(self, params, x):
        return jnp.dot(params, x)


def same_again(params, batches, epochs):
    @jax.jit
    def step(params, state, x):
        updates, state = optimizer.update(x - params, state)
        return optax.apply_updates(params, updates), state

    for _ in range(epochs):
        optimizer = optax.adam(1e-3)
        state = optimizer.init(params)
        for x in batches:
            params, state = step(params, state, x)
    return params


def sizes(params, batches):
    @jax.jit
    def step(params, x):
        return params - x.sum(0) / count - x[:rows].sum()

    for x in batches:
        count = len(x)
        rows = x.shape[0] // 2
        params = step(params, x)
    return params


def widths(key, batches):
    @jax.jit
    def step(params, x):
        return params - jax.grad(net.apply)(params, x)

    for width in (8, 16, 32):
        net = Net(width)
        params = net.init(key)
        for x in batches:
            params = step(params, x[:width])


def compiled_in_the_turn(params, schedule, batches):
    for rate in schedule:
        half = rate / 2

        @jax.jit
        def step(params, x):
            return params - half * x

        for x in batches:
            params = step(params, x)
    return params
