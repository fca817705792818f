from functools import partial

import jax
import jax.numpy as jnp


def make(model, params, data):
    def predict(x):
        return model.apply(params, x)  # fact: captured_arrays weights params in predict

    @jax.jit
    def batch(key):
        return data[jax.random.randint(key, (32,), 0, 1000)]  # fact: captured_arrays rows data in batch

    @jax.jit
    def given(params, x):
        return model.apply(params, x)

    return jax.jit(predict), batch, given


def bound(score, images):
    held = partial(score, jnp.asarray(images))  # fact: captured_arrays bound images in score
    return jax.jit(held)
