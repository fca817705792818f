"""Each loss of an evaluation is fetched to be added up on the host."""

import equinox as eqx
import jax.numpy as jnp


@eqx.filter_jit
def loss_of(model, batch):
    return jnp.mean((model(batch["x"]) - batch["y"]) ** 2)


def mean_loss(model, dataset):
    total = 0.0
    n = 0
    for batch in dataset:
        loss = loss_of(model, batch)
        total += loss.item()  # want: JOL402
        n += 1
    return total / n
