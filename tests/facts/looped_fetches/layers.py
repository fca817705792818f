import jax
import jax.numpy as jnp
from jax.sharding import SingleDeviceSharding

near = SingleDeviceSharding(jax.devices()[0], memory_kind="device")


def loss(layers, x):
    for layer in layers:
        w = jax.device_put(layer, near)  # fact: looped_fetches layer
        x = jnp.tanh(x @ w)
    return x.sum()


def once(w, x):
    w = jax.device_put(w, near)
    return (x @ w).sum()


slope = jax.grad(loss)
other = jax.grad(once)
