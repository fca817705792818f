from functools import partial

import jax
import jax.numpy as jnp


def init(key, sizes=(784, 512, 10)):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        {"w": jax.random.normal(k, (m, n)) / jnp.sqrt(m), "b": jnp.zeros(n)}
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params[0]["w"] + params[0]["b"])
    logp = jax.nn.log_softmax(h @ params[1]["w"] + params[1]["b"])
    return -jnp.mean(jnp.take_along_axis(logp, y[:, None], axis=1))


@partial(jax.jit, static_argnames="step")
def train_step(params, x, y, step):
    lr = 0.1 / (1.0 + 0.001 * step)
    grads = jax.grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


params = init(jax.random.key(0))
data_key = jax.random.key(1)
for step in range(20_000):
    kx, ky = jax.random.split(jax.random.fold_in(data_key, step))
    x = jax.random.normal(kx, (128, 784))
    y = jax.random.randint(ky, (128,), 0, 10)
    params = train_step(params, x, y, step=step)
