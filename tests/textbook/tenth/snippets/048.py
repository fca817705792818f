import functools

import jax
import jax.numpy as jnp
import numpy as np


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@functools.partial(jax.pmap, axis_name="dp")
def train_step(w, x, y):
    loss, g = jax.value_and_grad(loss_fn)(w, x, y)
    g = jax.lax.pmean(g, axis_name="dp")
    loss = jax.lax.pmean(loss, axis_name="dp")
    return w - 0.1 * g, loss


def save(step, w):
    np.save(f"/tmp/w_{step}.npy", np.asarray(w))


n = jax.local_device_count()
rng = np.random.default_rng(0)
w = np.zeros((n, 8, 1), np.float32)
for step in range(200):
    x = rng.normal(size=(n, 16, 8)).astype(np.float32)
    y = x.sum(axis=-1, keepdims=True)
    w, loss = train_step(w, x, y)
    if step % 50 == 0:
        print(step, loss[0])
        save(step, w[0])
