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
        if i % 100 == 0:
            print(f"{i}: {metrics['loss']:.3f}")
            print("loss", metrics["loss"] / 2)
    return params


def logs(params, batches):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        if i % 100 == 0:
            logging.info("step %d, loss %s", i, metrics["loss"])


def makes_a_text(params, batches, bar):
    for batch in batches:
        params, metrics = train_step(params, batch)
        text = f"loss {metrics['loss']:.3f}"
        bar.update(text)


def progress(params, batches):
    bar = tqdm(batches)
    for batch in bar:
        params, metrics = train_step(params, batch)
        bar.set_postfix({"loss": metrics["loss"]})
        bar.set_postfix(loss=metrics["loss"])
    return params


def first_process(params, batches, writer: SummaryWriter):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        if jax.process_index() == 0:
            if i % 100 == 0:
                writer.add_scalar("loss", metrics["loss"], i)
    return params


def sends_each_turn(params, batches, config):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        if config.use_wandb and jax.process_index() == 0:
            if i % 100 == 0:
                wandb.log({"loss": metrics["loss"], "step": i})
    return params


def commented(params, batches):
    for i in range(len(batches)):
        params, metrics = train_step(params, batches[i])
        # How far we are.
        # How far we are.
        if i % 100 == 0:
            print(i, metrics["loss"])
            # And the same in another place.
            logging.info("%s", metrics["loss"])
        # And the same in another place.
        # Behind it.
        del metrics
    return params


def one_line(params, batches):
    for i, batch in enumerate(batches):
        params, metrics = train_step(params, batch)
        print(i); print(metrics["loss"]); i
    return params


def drawn(params, source):
    batches = iter(source)
    while True:
        params, metrics = train_step(params, next(batches))
        print(metrics["loss"])
