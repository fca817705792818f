import time

import jax
import jax.numpy as jnp


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def inputs(key):
    return (key,)


def run(key):
    params, losses = jnp.ones(3), []
    for batch in jax.random.normal(key, (4, 8, 3)):
        params, loss = train_step(params, batch)
        jax.block_until_ready(params)  # want: JOL403 "waits for `train_step`"
        # Keep it.
        losses.append(loss.block_until_ready())  # want: JOL403
    return params, jnp.stack(losses)


def epochs(params, batches, count):
    for _ in range(count):
        start, total = time.perf_counter(), 0.0
        for batch in batches:
            params, loss = train_step(params, batch)
            total += jax.block_until_ready(loss)  # want: JOL403
        print(total, time.perf_counter() - start)
    return params
