"""Fit a small MLP to noisy samples of a two-dimensional surface."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

BATCH = 128
EPOCHS = 10
BASE_LR = 0.05


def surface(x):
    return np.sin(3.0 * x[:, 0]) * np.cos(2.0 * x[:, 1]) + 0.3 * x[:, 0] * x[:, 1]


def make_data(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2.0, 2.0, size=(n, 2)).astype(np.float32)
    y = (surface(x) + 0.05 * rng.standard_normal(n)).astype(np.float32)
    return jnp.asarray(x), jnp.asarray(y)


def init_params(key, sizes):
    params = []
    for k, (m, n) in zip(jax.random.split(key, len(sizes) - 1), zip(sizes[:-1], sizes[1:])):
        params.append((jax.random.normal(k, (m, n)) * jnp.sqrt(2.0 / m), jnp.zeros(n)))
    return params


def forward(params, x):
    for w, b in params[:-1]:
        x = jnp.tanh(x @ w + b)
    w, b = params[-1]
    return (x @ w + b)[:, 0]


def mse(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)


@partial(jax.jit, static_argnames=("lr", "batch_size"))
def run_epoch(params, x, y, key, lr, batch_size):
    n_batches = x.shape[0] // batch_size
    perm = jax.random.permutation(key, x.shape[0])[: n_batches * batch_size]
    perm = perm.reshape(n_batches, batch_size)

    def body(params, idx):
        loss, grads = jax.value_and_grad(mse)(params, x[idx], y[idx])
        params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
        return params, loss

    params, losses = jax.lax.scan(body, params, perm)
    return params, losses.mean()


def learning_rate(epoch):
    return BASE_LR * 0.5 * (1.0 + np.cos(np.pi * epoch / EPOCHS))


def main():
    x, y = make_data(4096, seed=0)
    x_test, y_test = make_data(1024, seed=1)
    key = jax.random.PRNGKey(0)
    key, init_key = jax.random.split(key)
    params = init_params(init_key, [2, 64, 64, 64, 1])

    history = []
    for epoch in range(EPOCHS):
        key, sub = jax.random.split(key)
        lr = float(learning_rate(epoch))
        params, loss = run_epoch(params, x, y, sub, lr=lr, batch_size=BATCH)
        history.append(loss)

    print("train loss first/last: %.4f / %.4f" % (float(history[0]), float(history[-1])))
    print("test mse: %.4f" % float(jax.jit(mse)(params, x_test, y_test)))


if __name__ == "__main__":
    main()
