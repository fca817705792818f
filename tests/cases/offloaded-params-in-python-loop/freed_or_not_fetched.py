"""A scan frees each layer, a checkpoint fetches it again, and the rest are no fetches at all."""

import jax
import jax.numpy as jnp
from jax.sharding import SingleDeviceSharding

s_dev = SingleDeviceSharding(jax.devices()[0], memory_kind="device")
s_host = SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")
s_plain = SingleDeviceSharding(jax.devices()[0])


def scanned_layer(x, w):
    w1, w2 = jax.tree.map(lambda p: jax.device_put(p, s_dev), w)
    return x @ w1 @ w2, None


def scanned(layers, x):
    body = jax.checkpoint(scanned_layer, prevent_cse=False)
    return jnp.sum(jax.lax.scan(body, x, layers)[0])


@jax.checkpoint
def checkpointed_layer(x, w):
    return jnp.tanh(x @ jax.device_put(w, s_dev))


def with_checkpoints(layers, x):
    for w in layers:
        x = checkpointed_layer(x, w)
    return jnp.sum(x)


def spread(layers, x):
    for w in layers:
        x = x @ jax.device_put(w, s_plain)
    return jnp.sum(x)


def fetched_once(params, batches):
    params = jax.device_put(params, s_dev)
    for x in batches:
        params = params * jnp.sum(x)
    return jnp.sum(params)


gradients = [jax.grad(f) for f in (scanned, with_checkpoints, spread, fetched_once)]
jax.grad(scanned), jax.grad(with_checkpoints), jax.grad(spread), jax.grad(fetched_once)


# Nothing differentiates: a layer is free once it is used.
@jax.jit
def inference(layers, x):
    for w in layers:
        x = jnp.tanh(x @ jax.device_put(w, s_dev))
    return x


# On the host, before the step.
def load(layers):
    placed = []
    for w in layers:
        placed.append(jax.device_put(w, s_host))
    return placed
