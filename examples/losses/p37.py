"""Fit a small MLP to a two-dimensional surface with whole epochs inside a scan."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

BATCH = 128
EPOCHS = 60


def make_data(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2.0, 2.0, size=(n, 2)).astype(np.float32)
    y = np.sin(3.0 * x[:, 0]) * np.cos(2.0 * x[:, 1]) + 0.05 * rng.standard_normal(n)
    return jnp.asarray(x), jnp.asarray(y.astype(np.float32))


def init_params(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (m, n)) * jnp.sqrt(2.0 / m), jnp.zeros(n))
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def forward(params, x):
    for w, b in params[:-1]:
        x = jnp.tanh(x @ w + b)
    w, b = params[-1]
    return (x @ w + b)[:, 0]


@jax.jit
def mse(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)


@partial(jax.jit, static_argnames="batch_size")
def run_epoch(params, x, y, key, lr, batch_size):
    n_batches = x.shape[0] // batch_size
    perm = jax.random.permutation(key, x.shape[0])[: n_batches * batch_size]

    def body(params, idx):
        loss, grads = jax.value_and_grad(mse)(params, x[idx], y[idx])
        return jax.tree.map(lambda p, g: p - lr * g, params, grads), loss

    params, losses = jax.lax.scan(body, params, perm.reshape(n_batches, batch_size))
    return params, losses.mean()


def main():
    x, y = make_data(4096, seed=0)
    x_test, y_test = make_data(1024, seed=1)
    key, init_key = jax.random.split(jax.random.PRNGKey(0))
    params = init_params(init_key, [2, 64, 64, 1])
    history = []
    for epoch in range(EPOCHS):
        lr = 0.05 * 0.97**epoch
        params, loss = run_epoch(params, x, y, jax.random.fold_in(key, epoch), lr, BATCH)
        history.append(loss)
    history = jax.device_get(history)
    print("train loss %.4f -> %.4f" % (history[0], history[-1]))
    print("test mse %.4f" % float(mse(params, x_test, y_test)))


if __name__ == "__main__":
    main()
