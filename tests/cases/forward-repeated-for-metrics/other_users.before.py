import jax
import jax.numpy as jnp


def predict(params, x):
    return x @ params


def accuracy(params, x, y):
    return jnp.mean(jnp.round(predict(params, x)) == y)


def loss_fn(params, x, y):
    return jnp.mean((predict(params, x) - y) ** 2)


def step(params, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    error = jnp.max(predict(params, x) - y)  # want: JOL502
    share = accuracy(params, x, y)  # want: JOL502 "runs here in `accuracy` and again"
    return params - grads, error, share


def evaluate(params, x, y):
    # The loss has a second user: it keeps its one result.
    return loss_fn(params, x, y)
