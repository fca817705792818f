"""A helper fetches the metrics before the clock is read."""

import functools
import time

import jax
from flax.training import common_utils


def train_step(state, batch, rate_fn):
    loss, grads = jax.value_and_grad(state.loss)(state.params, batch)
    return state.apply_gradients(grads=jax.lax.pmean(grads, "batch")), {"loss": loss}


def run(config, state, batches, rate_fn, writer, steps, hooks):
    p_train_step = jax.pmap(
        functools.partial(train_step, rate_fn=rate_fn), axis_name="batch", donate_argnums=(0,)
    )
    rows = []
    last = time.time()
    for step, batch in zip(range(steps), batches):
        state, metrics = p_train_step(state, batch)
        for hook in hooks:
            hook(step)
        if config.get("log_every_steps"):
            rows.append(metrics)
            if (step + 1) % config.log_every_steps == 0:
                rows = common_utils.get_metrics(rows)
                summary = {name: value.mean() for name, value in rows.items()}
                summary["steps_per_second"] = config.log_every_steps / (time.time() - last)
                writer.write_scalars(step + 1, summary)
                rows = []
                last = time.time()
    return state
