# not executed: what is shown is how much a wait matters
"""What is the best so far can be kept on the device."""

import jax
import jax.numpy as jnp


@jax.jit
def step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def tested(params, batches):
    best, kept = jnp.inf, params
    for batch in batches:
        params, loss = step(params, batch)
        if loss < best:  # want: JOL402 (info) "the test of `loss`"
            best = loss
            kept = params
    return best, kept


def fetched(params, batches):
    best, kept = float("inf"), params
    for batch in batches:
        params, loss = step(params, batch)
        value = float(loss)  # want: JOL402 (info)
        if value < best:
            best, kept = value, params
            print("better")
    return best, kept


def saved(params, batches, save):
    best = float("inf")
    for batch in batches:
        params, loss = step(params, batch)
        value = float(loss)  # want: JOL402 (info)
        if value < best:
            best = value
            save(params)
    return params


def until_it_gets_worse(params, batches):
    best, patience = float("inf"), 0
    for batch in batches:
        params, loss = step(params, batch)
        value = float(loss)  # want: JOL402 (info)
        if value < best:
            best, patience = value, 0
        else:
            patience += 1
        if patience > 10:
            break
    return params


def restarted(starts, batches):
    best, kept = float("inf"), None
    for params in starts:
        for batch in batches:
            params, loss = step(params, batch)
        score = float(jnp.mean(jnp.abs(jnp.tanh(params) - 1.0)))  # want: JOL402 (info)
        if score < best:
            best, kept = score, params
    return kept
