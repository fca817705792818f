# not executed: its data are elsewhere
"""What else a training state holds is another one after each step."""
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


def fit(model, params, batches):
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))

    @jax.jit
    def loss(x):
        out = state.apply_fn({"params": state.params}, x)  # want: JOL111 "reads `state`"
        return jnp.mean(out**2)

    for x in batches:
        state = state.apply_gradients(grads=loss(x))
    return state


def counted(model, params, batches):
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))

    @jax.jit
    def rate(x):
        return x / (1 + state.step)  # want: JOL111 "reads `state`"

    for x in batches:
        state = state.apply_gradients(grads=rate(x))
    return state
