# not executed: what is shown is what waits
"""Where a turn waits in front, or the loop is soon over, a print costs nothing more."""

import jax
import jax.numpy as jnp
from tqdm import tqdm


@jax.jit
def step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


@jax.jit
def refine(params):
    return jnp.tanh(params)


def soon_over(params, batch):
    for _ in range(100):
        params, loss = step(params, batch)
        print(loss)  # want: JOL404 (info)
    return params


def again_and_again(params, batches):
    for batch in batches:
        for _ in range(100):
            params, loss = step(params, batch)
            print(loss)  # want: JOL404 (warning)
    return params


def waited_in_front(params, batches):
    for batch in tqdm(batches):
        params, loss = step(params, batch)
        params.block_until_ready()
        print(loss)  # want: JOL404 (info)
    return params


def of_the_work_before(params, batches):
    for batch in batches:
        params, loss = step(params, batch)
        params = refine(params)
        print(loss)
    return params


def goes_on_now_and_then(params, batches):
    for turn, batch in enumerate(batches):
        params, loss = step(params, batch)
        if turn % 100 == 0:
            params = refine(params)
        print(loss)  # want: JOL404 (warning)
    return params


def in_an_expression(params, batches):
    for turn, batch in enumerate(batches):
        params, loss = step(params, batch)
        print(loss) if turn % 100 == 0 else None
    return params
