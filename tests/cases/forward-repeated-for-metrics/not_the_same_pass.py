import jax
import jax.numpy as jnp
import numpy as np


def predict(params, x):
    return jnp.tanh(x @ params)


def rebound_in_the_loss(params, x, y):
    def loss_fn(p):
        p = jax.tree.map(lambda leaf: 0.9 * leaf, p)
        return jnp.mean((predict(p, x) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return params - 0.1 * grads, loss, predict(params, x)


def batch_rebound_in_the_loss(params, x, y):
    def loss_fn(p, x):
        x = x + 1.0
        return jnp.mean((predict(p, x) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params, x)
    return params - 0.1 * grads, loss, predict(params, x)


def given_to_something_in_between(params, batch):
    def loss_fn(p):
        return jnp.mean(predict(p, batch["x"]) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    augment(batch)
    return params - 0.1 * grads, loss, predict(params, batch["x"])


def changed_within_the_loss(params, batch):
    def loss_fn(p):
        batch["x"] = batch["x"] + 1.0
        return jnp.mean(predict(p, batch["x"]) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return params - 0.1 * grads, loss, predict(params, batch["x"])


def augment(batch):
    batch["x"] = batch["x"] + np.float32(1.0)


def sometimes(params, x, y, deep):
    def loss_fn(p):
        if deep:
            return jnp.mean((predict(p, x) - y) ** 2)
        return jnp.mean((x @ p - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return params - 0.1 * grads, loss, predict(params, x)


def unless_returned_before(params, x, y, deep):
    def loss_fn(p):
        if not deep:
            return jnp.mean((x @ p - y) ** 2)
        return jnp.mean((predict(p, x) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return params - 0.1 * grads, loss, predict(params, x)


def one_or_the_other(params, x, y, deep):
    loss_fn = lambda p: jnp.mean(((predict(p, x) if deep else x @ p) - y) ** 2)  # noqa: E731
    loss, grads = jax.value_and_grad(loss_fn)(params)
    return params - 0.1 * grads, loss, predict(params, x)


def exclusive(params, x, y, train):
    def loss_fn(p):
        return jnp.mean((predict(p, x) - y) ** 2)

    if train:
        loss, grads = jax.value_and_grad(loss_fn)(params)
        return params - 0.1 * grads, loss
    else:
        return params, predict(params, x)


def other_noise(params, x, y, keys):
    def noisy(p, key):
        return predict(p, x) + jax.random.normal(key, y.shape)

    def loss_fn(p):
        return jnp.mean((noisy(p, next(keys)) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return params - 0.1 * grads, loss, noisy(params, next(keys))
