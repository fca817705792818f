import warnings
import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.uniform(key, (5,)), 0.1


def run(x, lr):
    if lr > 1.0:
        warnings.warn(f"learning rate {lr} is large", UserWarning)
    return x - lr * x ** 3
