# refused: train_step: "does not return a new version of one optimizer state"
# refused: placed: "already"
# refused: early: "more than one place"
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


def train_step(state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state.params)
    return state.apply_gradients(grads=grads)


def placed(params, opt_state, batch):
    opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def early(params, opt_state, batch, frozen=False):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    if frozen:
        return params, opt_state
    return optax.apply_updates(params, updates), opt_state
