from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.adamw(1e-3)


@partial(jax.jit, static_argnames=("step",), donate_argnums=(0, 1))
def train_step(params, opt_state, key, x, *, step):
    noise_scale = 1.0 / (1.0 + 0.01 * step)
    x = x + noise_scale * jax.random.normal(jax.random.fold_in(key, step), x.shape)
    grads = jax.grad(lambda p: jnp.mean((jnp.tanh(x @ p) @ p.T - x) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def train(params, data, seed=0, steps=20_000):
    opt_state = tx.init(params)
    key = jax.random.key(seed)
    for step in range(steps):
        params, opt_state = train_step(params, opt_state, key, data, step=step)
    return params
