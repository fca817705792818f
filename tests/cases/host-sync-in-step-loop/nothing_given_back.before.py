# not executed: nobody knows the objects
"""An object that gives the loop nothing back on (nearly) every turn can have its numbers later."""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


@jax.jit
def step(params, batch):
    loss = jnp.mean((batch @ params) ** 2)
    return params - 0.1 * loss, {"loss": loss}


@jax.jit
def act(key, params, observation):
    key, noise = jax.random.split(key)
    return key, jnp.argmax(observation @ params + jax.random.normal(noise, params.shape[1:]))


def a_meter(params, batches, meter):
    for batch in batches:
        params, metrics = step(params, batch)
        meter.add(jax.device_get(metrics))  # want: JOL402 (info)
    return params


def asked_now_and_then(params, batches, meter, due):
    for turn, batch in enumerate(batches):
        params, metrics = step(params, batch)
        meter.add(metrics["loss"].item())  # want: JOL402 (warning)
        if due(turn):
            print(meter.result())
    return params


def asked_on_each_turn(params, batches, meter):
    for batch in batches:
        params, metrics = step(params, batch)
        meter.add(metrics["loss"].item())  # want: JOL402 (info)
        if meter.is_stuck():
            break
    return params


def handed_on(params, batches, meter, other):
    for batch in batches:
        params, metrics = step(params, batch)
        meter.add(metrics["loss"].item())  # want: JOL402 (info)
        other.judge(meter)
    return params


def a_robot(key, params, link):
    for _ in range(1000):
        key, action = act(key, params, link.observe())
        link.send(float(action))  # want: JOL402 (info)
    return key


def arrays_are_sent_on(key, params, observations, others):
    for observation in observations:
        key, action = act(key, params, observation)
        others.put(np.asarray(action))  # want: JOL402 (info)


@nnx.jit
def losses_of(model, batch):
    return nnx.value_and_grad(lambda m: jnp.mean(m(batch) ** 2))(model)


def an_optimizer(model, optimizer, batches):
    losses = []
    for batch in batches:
        loss, grads = losses_of(model, batch)
        optimizer.update(model, grads)
        losses.append(float(loss))  # want: JOL402 (warning)
        losses = losses[-100:]
    return losses
