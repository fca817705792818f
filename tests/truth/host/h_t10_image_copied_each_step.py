"""An image is copied on every step, and shown on few of them."""

import functools

import jax
import numpy as np


def train_step(state, batch, *, network):
    def loss_fn(params):
        out, image = network.apply({"params": params}, batch["x"])
        return (out**2).mean(), image

    (loss, image), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    state = state.apply_gradients(grads=jax.lax.pmean(grads, "batch"))
    return state, {"loss": loss}, image


def train(state, network, batches, writer, steps, every, hooks):
    p_step = jax.pmap(
        functools.partial(train_step, network=network), axis_name="batch", donate_argnums=(0, 1)
    )
    rows = []
    for step in range(steps):
        with jax.profiler.StepTraceAnnotation("train", step_num=step):
            state, metrics, image = p_step(state, next(batches))
            image = np.asarray(image[0][0])  # want: JOL402
        for hook in hooks:
            hook(step)
        rows.append(metrics)
        if step % every == 2 or step == steps:
            writer.write_images(step, {"image": np.expand_dims(image, axis=0)})
            writer.write(step, jax.device_get(rows))
    return state
