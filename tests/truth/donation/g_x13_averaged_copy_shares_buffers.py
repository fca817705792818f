"""The averaged parameters start as the very buffers of the parameters: donated twice, it raises."""

import flax
import jax
import jax.numpy as jnp
import optax


@flax.struct.dataclass
class State:
    step: int
    params: dict
    averaged: dict
    opt_state: optax.OptState


def train(loss_fn, init, tx, batches):
    params = init(jax.random.key(0))
    state = State(step=0, params=params, averaged=params, opt_state=tx.init(params))

    @jax.jit
    def train_step(state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(state.params, batch)
        updates, opt_state = tx.update(grads, state.opt_state)
        params = optax.apply_updates(state.params, updates)
        averaged = jax.tree.map(lambda a, p: 0.999 * a + 0.001 * p, state.averaged, params)
        return state.replace(
            step=state.step + 1, params=params, averaged=averaged, opt_state=opt_state
        ), loss

    losses = []
    for batch in batches:
        state, loss = train_step(state, batch)
        losses.append(loss)
    return state, jnp.stack(losses)
