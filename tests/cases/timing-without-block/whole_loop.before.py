# not executed: needs tqdm
from time import time

import jax
import jax.numpy as jnp
from tqdm import tqdm


@jax.jit
def train_step(state, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, loss


def measure(state, batch, steps):
    losses = []
    start = time()
    for _ in tqdm(range(steps), desc="steps"):
        state, loss = train_step(state, batch)
        losses.append(loss)
    # All of them.
    took = time() - start  # want: JOL407
    return state, losses, took / steps
