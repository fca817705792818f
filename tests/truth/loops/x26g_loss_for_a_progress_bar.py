"""Losses are fetched for a progress bar; without a bar all steps are one scan."""

import jax
import jax.numpy as jnp
import tqdm
from jax import jit, lax


class Inference:
    def __init__(self, update):
        self.update = update

    def run(self, state, steps, *args, progress_bar=True):
        def body_fn(state, _):
            return self.update(state, *args)

        if progress_bar:
            losses = []
            with tqdm.trange(1, steps + 1) as t:
                batch = max(steps // 20, 1)
                for i in t:
                    state, loss = jit(body_fn)(state, None)
                    losses.append(jax.device_get(loss))
                    if i % batch == 0:
                        mean = sum(losses[i - batch :]) / batch
                        t.set_postfix_str(f"{losses[0]:.4f} {mean:.4f}", refresh=False)
            losses = jnp.stack(losses)
        else:
            state, losses = lax.scan(body_fn, state, None, length=steps)
        return state, losses
