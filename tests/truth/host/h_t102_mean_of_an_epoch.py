"""The mean of an epoch needs no loss on the turn that computes it."""

import time

import jax
import jax.numpy as jnp


@jax.jit
def step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def epoch(params, batches):
    total = 0.0
    for batch in batches:
        params, loss = step(params, batch)
        total += loss.item()  # want: JOL402
    return params, total / len(batches)


def several(params, seeds, batch, save):
    run = jax.vmap(jax.jit(lambda p: jnp.tanh(p @ batch)))
    for seed in seeds:
        start = time.time()
        rows = run(params[seed])
        end = time.time()  # want: JOL407
        save(rows)
    print(end - start)
