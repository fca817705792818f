import jax
import jax.numpy as jnp
import optax

tx = optax.MultiSteps(optax.adam(1e-3), every_k_schedule=8)


def loss_fn(params, x, y):
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


def micro_step(params, state, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    updates, state = tx.update(grads, state, params)
    return optax.apply_updates(params, updates), state


micro_step = jax.jit(micro_step, donate_argnums=(0, 1))


def fit(params, micro_batches):
    state = tx.init(params)
    for x, y in micro_batches:
        params, state = micro_step(params, state, x, y)
    return params
