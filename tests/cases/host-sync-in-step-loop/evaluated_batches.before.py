# not executed: what is shown is which evaluations wait
"""Batches that a compiled function evaluates one after the other: no turn needs the last one."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def scores(weights, inputs, labels):
    logits = inputs @ weights
    return jnp.mean((logits - labels) ** 2), logits


def gathered(weights, batches):
    losses = []
    for batch in batches:
        inputs = jnp.asarray(batch["inputs"])
        loss, _ = scores(weights, inputs, batch["labels"])
        losses.append(float(loss))  # want: JOL402 (warning) "waits for `scores` on every turn"
    return np.mean(losses)


def drawn(weights, source, many):
    losses = []
    for _ in range(many):
        inputs, labels = next(source)
        loss, _ = scores(weights, inputs, labels)
        losses.append(jax.device_get(loss).item())  # want: JOL402 (warning)
    return losses


def summed(weights, batches):
    total = 0.0
    for inputs, labels in batches:
        loss, _ = scores(weights, inputs, labels)
        total += loss.item()  # want: JOL402 (warning)
    return total


def now_and_then(weights, steps, batches):
    for step in range(steps):
        if step % 100 == 0:
            losses = []
            for inputs, labels in batches:
                loss, _ = scores(weights, inputs, labels)
                losses.append(float(loss))  # want: JOL402 (info)
            print(step, np.mean(losses))
