import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4,)), "epoch"


@jax.jit
def _f(x):
    return jnp.tanh(x)


def run(x, label):
    y = _f(x)
    print(f"[{label}] {x.shape[0]} values")
    return y
