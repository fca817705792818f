# not executed: what waits is told as it stands
"""A value is fetched on each turn, and handed to people on some; or a test only tells of it."""

import logging

import jax
import jax.numpy as jnp
import somewhere


@jax.jit
def step(params, batch):
    loss = jnp.mean((batch @ params) ** 2)
    return params - 0.1 * loss, loss, jnp.sum(batch)


def now_and_then(params, batches, run):
    for turn, batch in enumerate(batches):
        params, loss, _ = step(params, batch)
        value = float(loss)  # want: JOL402 (warning)
        if turn % 10 == 0:
            run.log({"loss": value})  # on these turns it can be fetched as well
    return params


def every_time(params, batches, run):
    for batch in batches:
        params, loss, _ = step(params, batch)
        value = float(loss)  # want: JOL402 (info)
        run.log({"loss": value})  # it gives the loop nothing back
    return params


def only_warns(params, batches):
    total = 0.0
    for batch in batches:
        params, loss, count = step(params, batch)
        seen = float(count)  # want: JOL402 (info)
        if seen == 0.0:
            logging.warning("an empty batch")
        total += float(loss)
    return params, total


def stops(params, batches):
    for batch in batches:
        params, loss, count = step(params, batch)
        seen = float(count)  # want: JOL402 (info)
        if seen == 0.0:
            logging.warning("an empty batch")
            break
    return params


def leaves_it_to_others(params, batches):
    for batch in batches:
        params, loss, count = step(params, batch)
        seen = float(count)  # want: JOL402 (info)
        if seen == 0.0:
            somewhere.report("an empty batch")
    return params
