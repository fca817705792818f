"""The losses of many steps are fetched together, once per group."""

import jax
import jax.numpy as jnp
from tqdm import trange


def run(update, state, steps):
    @jax.jit
    def body(state, _):
        return update(state)

    losses = []
    with trange(1, steps + 1) as bar:
        group = max(steps // 20, 1)
        for i in bar:
            state, loss = body(state, None)
            losses.append(loss)
            if i % group == 0:
                losses[i - group :] = jax.device_get(losses[i - group :])
                mean = sum(losses[i - group :]) / group
                bar.set_postfix_str(f"{losses[0]:.4f}, {mean:.4f}", refresh=False)
    return state, jnp.stack(losses)
