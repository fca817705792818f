import jax
import jax.numpy as jnp
import numpy as np
import wandb


@jax.jit
def train_step(params, batch):
    losses = (batch @ params) ** 2
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    metrics = {"loss": loss, "probs": jax.nn.softmax(batch @ params), "grads": grads}
    return params - 0.1 * grads, jnp.mean(losses), losses, metrics


def losses_of_each_example(params, batches, note):
    for batch in batches:
        params, loss, losses, metrics = train_step(params, batch)
        note(float(loss))
        note(np.asarray(losses).max())  # want: JOL405 "copies all of `losses` to the host"
    return params


def histogram(params, batches):
    for batch in batches:
        params, loss, losses, metrics = train_step(params, batch)
        wandb.log({"probs": metrics["probs"]})  # want: JOL405 "copies all of"
    return params


def gradients(params, batches):
    sizes = []
    for batch in batches:
        params, loss, losses, metrics = train_step(params, batch)
        grads = jax.device_get(metrics["grads"])  # want: JOL405
        sizes.append(np.linalg.norm(grads))
    return params, sizes


def every_version(params, batches):
    history = []
    for batch in batches:
        params, loss, losses, metrics = train_step(params, batch)
        history.append(jax.device_get(params))  # want: JOL405 "copies all of `params`"
    return history
