from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.adamw(1e-4)
MICRO = 8


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params["w1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


@partial(jax.jit, donate_argnums=(0, 1))
def step(params, opt_state, x, y):
    xs = x.reshape(MICRO, -1, x.shape[-1])
    ys = y.reshape(MICRO, -1, y.shape[-1])

    def micro(acc, batch):
        g = jax.grad(loss_fn)(params, *batch)
        return jax.tree.map(jnp.add, acc, g), None

    total, _ = jax.lax.scan(micro, jax.tree.map(jnp.zeros_like, params), (xs, ys))
    grads = jax.tree.map(lambda g: g / MICRO, total)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def fit(params, loader):
    opt_state = tx.init(params)
    for x, y in loader:
        params, opt_state = step(params, opt_state, x, y)
    return params
