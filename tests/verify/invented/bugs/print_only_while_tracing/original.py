import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4,)), "epoch"


def run(x, label):
    y = jnp.tanh(x)
    print(f"[{label}] {x.shape[0]} values")
    return y
