"""Who asks to see each step gets the loop; without it all steps are one scan."""

import jax
import jax.numpy as jnp


def fit(update, state, turns, show):
    def turn(state, _):
        return update(state)

    if not show:
        state, losses = jax.lax.scan(turn, state, None, length=turns)
    else:
        step = jax.jit(turn)
        losses = []
        for _ in range(turns):
            state, loss = step(state, None)
            losses.append(jax.device_get(loss))
        losses = jnp.stack(losses)
    return state, losses
