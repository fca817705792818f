"""Parameters that are made anew for each of several models are set up once for each of them."""
import flax
import jax
import jax.numpy as jnp
from flax import linen as nn


class Tiny(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(nn.relu(nn.Dense(16)(x)))


def barriers(files, x):
    model = Tiny()

    def load(file):
        shape = model.init(jax.random.PRNGKey(0), jnp.zeros((1, 8)))["params"]
        with open(file, "rb") as handle:
            return flax.serialization.from_bytes(shape, handle.read())

    @jax.jit
    def loss(params):
        return jnp.mean(model.apply({"params": params}, x) ** 2)

    return [float(loss(load(file))) for file in files]


def train_all(count, steps, x):
    model = Tiny()

    @jax.jit
    def step(params):
        grads = jax.grad(lambda p: jnp.mean(model.apply(p, x) ** 2))(params)
        return jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)

    def train_one(seed):
        params = model.init(jax.random.PRNGKey(seed), x)
        for _ in range(steps):
            params = step(params)
        print(jax.device_get(params))
        return params

    return [train_one(i) for i in range(count)]


def shown_now_and_then(batches, x):
    model = Tiny()
    params = model.init(jax.random.PRNGKey(0), x)

    @jax.jit
    def step(params, batch):
        grads = jax.grad(lambda p: jnp.mean(model.apply(p, batch) ** 2))(params)
        return jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)

    def show(params):
        print(jax.device_get(model.apply(params, x)).mean())

    for turn, batch in enumerate(batches):
        params = step(params, batch)
        if turn % 500 == 0:
            show(params)
    return params
