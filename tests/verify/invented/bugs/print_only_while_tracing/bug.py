import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4,)), "epoch"


from functools import partial


@partial(jax.jit, static_argnames="label")
def run(x, label):
    y = jnp.tanh(x)
    print(f"[{label}] {x.shape[0]} values")
    return y
