"""An evaluation waits for the loss of every batch, and shows it on a bar."""

import time

import jax
import jax.numpy as jnp
from tqdm import tqdm


@jax.jit
def loss_fn(params, batch):
    return jnp.mean((batch["x"] @ params - batch["y"]) ** 2)


def evaluate(params, dataset, limit=None):
    total = 0.0
    waited = 0.0
    n = 0
    bar = tqdm(dataset, desc="eval", leave=False, total=limit)
    batches = iter(bar)
    while True:
        began = time.time()
        batch = next(batches, None)
        if batch is None:
            break
        waited += time.time() - began
        loss = loss_fn(params, batch)
        total += loss.item()  # want: JOL402
        n += 1
        bar.set_postfix(loss=total / n)
        if limit is not None and n >= limit:
            break
    return total / n
