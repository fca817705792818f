"""Dropout network for tabular classification."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

DIM = 30
HIDDEN = 256
RATE = 0.5
BATCH = 128
STEPS = 600


def make_table(n, rng):
    x = rng.standard_normal((n, DIM)).astype(np.float32)
    score = x[:, 0] * x[:, 1] + np.sin(2 * x[:, 2]) + 0.5 * x[:, 3] + 0.5 * rng.standard_normal(n)
    return x, (score > 0).astype(np.int32)


def init(key):
    k1, k2, k3 = jax.random.split(key, 3)
    he = lambda k, m, n: jax.random.normal(k, (m, n)) * jnp.sqrt(2.0 / m)
    return {"w1": he(k1, DIM, HIDDEN), "w2": he(k2, HIDDEN, HIDDEN), "w3": he(k3, HIDDEN, 2)}


def dropout(key, h):
    keep = jax.random.bernoulli(key, 1.0 - RATE, h.shape)
    return jnp.where(keep, h / (1.0 - RATE), 0.0)


def logits_fn(params, x, key=None):
    h = jax.nn.relu(x @ params["w1"])
    if key is not None:
        key, sub = jax.random.split(key)
        h = dropout(sub, h)
    h = jax.nn.relu(h @ params["w2"])
    if key is not None:
        h = dropout(key, h)
    return h @ params["w3"]


tx = optax.adamw(1e-3, weight_decay=1e-4)


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, x, y, key):
    def loss_fn(p):
        logits = logits_fn(p, x, key)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


@jax.jit
def accuracy(params, x, y):
    return jnp.mean(jnp.argmax(logits_fn(params, x), axis=1) == y)


def main():
    rng = np.random.default_rng(0)
    x, y = make_table(3000, rng)
    x_test, y_test = make_table(3000, rng)
    init_key, dropout_key = jax.random.split(jax.random.PRNGKey(0))
    params = init(init_key)
    opt_state = tx.init(params)
    losses = []
    for step in range(STEPS):
        idx = rng.integers(0, len(x), size=BATCH)
        params, opt_state, loss = train_step(params, opt_state, x[idx], y[idx], dropout_key)
        losses.append(loss)
    losses = np.asarray(jnp.stack(losses))
    print("loss %.4f -> %.4f" % (losses[:20].mean(), losses[-20:].mean()))
    print("train accuracy %.4f" % float(accuracy(params, x, y)))
    print("test accuracy %.4f" % float(accuracy(params, x_test, y_test)))


if __name__ == "__main__":
    main()
