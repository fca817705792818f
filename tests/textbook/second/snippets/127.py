from functools import partial

import jax
import optax
from jax import numpy as jnp

tx = optax.adamw(3e-4)


def mse(params, batch, weight_decay):
    pred = jnp.tanh(batch["x"] @ params["w1"]) @ params["w2"]
    l2 = sum(jnp.vdot(p, p) for p in jax.tree.leaves(params))
    return jnp.mean((pred - batch["y"]) ** 2) + weight_decay * l2


def update(params, opt_state, batch, *, weight_decay):
    grads = jax.grad(mse)(params, batch, weight_decay)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def fit(params, batches, weight_decay=1e-4):
    opt_state = tx.init(params)
    for batch in batches:
        step = jax.jit(partial(update, weight_decay=weight_decay), donate_argnums=(0, 1))
        params, opt_state = step(params, opt_state, batch)
    return params
