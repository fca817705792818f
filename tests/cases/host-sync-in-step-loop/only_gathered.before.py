# not executed: what is shown is how much a wait matters
"""What is only gathered can be fetched later; what is needed on the turn itself can not."""

import jax
import jax.numpy as jnp
import numpy as np

REPORT = 20


@jax.jit
def step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


@jax.jit
def evaluate(params, batch):
    return jnp.mean((batch @ params) ** 2)


def summed_up(params, batches):
    total, means = 0.0, []
    for turn, batch in enumerate(batches, 1):
        params, loss = step(params, batch)
        total += loss.item()  # want: JOL402 (warning)
        means.append(total / turn)
    return params, means


def added_in_full(params, batches):
    total = 0.0
    for batch in batches:
        params, loss = step(params, batch)
        total = total + float(loss)  # want: JOL402 (warning)
    return params, total / len(batches)


def under_a_key(params, batches, kept):
    kept.clear()
    for turn, batch in enumerate(batches):
        params, loss = step(params, batch)
        kept["train"]["loss"].append(float(loss))  # want: JOL402 (warning)
        if turn % REPORT == 0:
            print(np.mean(kept["train"]["loss"]))
    return params


def looked_at_now_and_then(params, batches, meter, due):
    for turn, batch in enumerate(batches):
        params, loss = step(params, batch)
        meter.update(float(loss), len(batch))  # want: JOL402 (warning)
        if due(turn):
            print(meter.avg)
    return params


def newest_now_and_then(params, batches):
    for turn, batch in enumerate(batches):
        params, loss = step(params, batch)
        value = float(loss)  # want: JOL402 (warning)
        if turn % REPORT == 0:
            print(value)
    return params


def as_often_as_somebody_likes(params, batches, every):
    # `every` may be 1: then the value is needed on each turn.
    for turn, batch in enumerate(batches):
        params, loss = step(params, batch)
        value = float(loss)  # want: JOL402 (info)
        if turn % every == 0:
            print(value)
    return params


def shown_at_once(params, batches):
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(float(loss))  # want: JOL402 (info)
        print(losses[-1])
    return params, losses


def names_a_file(params, batches, save):
    for batch in batches:
        params, loss = step(params, batch)
        level = int(loss)  # want: JOL402 (info)
        save(f"at_{level}", params)
    return params


def something_else_waits(params, batches, judge):
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(float(loss))  # want: JOL402 (info)
        judge(evaluate(params, batch).item())
    return params, losses


def only_if_asked(params, batches, keep=False):
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        if keep:
            losses.append(float(loss))  # want: JOL402 (info)
    return params, losses


def work_goes_on(params, batches):
    # The device has the next thing to do while the host waits for the last one.
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        params = evaluate(params, batch) * params
        losses.append(float(loss))
    return params, losses
