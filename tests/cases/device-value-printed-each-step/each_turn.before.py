# not executed: it logs with libraries that the tests do not need
import jax
import jax.numpy as jnp
import wandb
from absl import logging
from tensorboardX import SummaryWriter
from tqdm import tqdm


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, {"loss": loss}


def prints(params, batches):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        print(f"{i}: {metrics['loss']:.3f}")  # want: JOL404 "`print` needs `metrics\['loss'\]`"
        print("loss", metrics["loss"] / 2)
    return params


def logs(params, batches):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        logging.info("step %d, loss %s", i, metrics["loss"])  # want: JOL404


def makes_a_text(params, batches, bar):
    for batch in batches:
        params, metrics = train_step(params, batch)
        text = f"loss {metrics['loss']:.3f}"  # want: JOL404 "this text needs"
        bar.update(text)


def progress(params, batches):
    bar = tqdm(batches)
    for batch in bar:
        params, metrics = train_step(params, batch)
        bar.set_postfix({"loss": metrics["loss"]})  # want: JOL404
        bar.set_postfix(loss=metrics["loss"])
    return params


def first_process(params, batches, writer: SummaryWriter):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        if jax.process_index() == 0:
            writer.add_scalar("loss", metrics["loss"], i)  # want: JOL404
    return params


def sends_each_turn(params, batches, config):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        if config.use_wandb and jax.process_index() == 0:
            wandb.log({"loss": metrics["loss"], "step": i})  # want: JOL404 "`wandb.log` needs"
    return params


def commented(params, batches):
    for i in range(len(batches)):
        params, metrics = train_step(params, batches[i])
        # How far we are.
        print(i, metrics["loss"])  # want: JOL404 "`print` needs"
        # And the same in another place.
        logging.info("%s", metrics["loss"])
        # Behind it.
        del metrics
    return params


def one_line(params, batches):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        print(i); print(metrics["loss"]); i  # want: JOL404  # fmt: skip
    return params


def drawn(params, source):
    batches = iter(source)
    while True:
        params, metrics = train_step(params, next(batches))
        print(metrics["loss"])  # want: JOL404 (warning)
