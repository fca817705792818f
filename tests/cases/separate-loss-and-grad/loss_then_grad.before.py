import jax
import jax.numpy as jnp


def loss_fn(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jnp.ones(3), jax.random.normal(k1, (8, 3)), jax.random.normal(k2, (8,))


def run(params, x, y):
    losses = []
    for _ in range(3):
        # Where are we?
        loss = loss_fn(params, x, y)  # want: JOL501 "`loss_fn` and its gradient, on line"
        losses.append(loss)  # kept for later
        # Which way is down?
        grads = jax.grad(loss_fn)(params, x, y)
        params = params - 0.1 * grads
    return params, jnp.stack(losses)
