import jax
import jax.numpy as jnp
from absl import logging
from tqdm import tqdm


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, {"loss": loss}


def prints(params, batches):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        print(f"{i}: {metrics['loss']:.3f}")  # want: JOL404 "`print` needs `metrics\['loss'\]`"
        print("loss", metrics["loss"] / 2)  # want: JOL404
        logging.info("step %d, loss %s", i, metrics["loss"])  # want: JOL404
    return params


def progress(params, batches):
    bar = tqdm(batches)
    for batch in bar:
        params, metrics = train_step(params, batch)
        bar.set_postfix({"loss": metrics["loss"]})  # want: JOL404
        bar.set_postfix(loss=metrics["loss"])  # want: JOL404
    return params


def first_process(params, batches, writer):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        if jax.process_index() == 0:
            writer.add_scalar("loss", metrics["loss"], i)  # want: JOL404
    return params
