from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

LAYERS, BATCH, LENGTH, HEADS, DIM = 32, 16, 4096, 8, 128


def init_cache():
    shape = (LAYERS, BATCH, LENGTH, HEADS, DIM)
    return {"k": jnp.zeros(shape, jnp.bfloat16), "v": jnp.zeros(shape, jnp.bfloat16)}


@partial(jax.jit, static_argnames=("n_heads",))
def write_cache(cache, k_new, v_new, pos, n_heads=HEADS):
    k_new = k_new.reshape(LAYERS, BATCH, 1, n_heads, DIM)
    v_new = v_new.reshape(LAYERS, BATCH, 1, n_heads, DIM)
    at = (0, 0, pos, 0, 0)
    return {
        "k": lax.dynamic_update_slice(cache["k"], k_new, at),
        "v": lax.dynamic_update_slice(cache["v"], v_new, at),
    }


def decode(model_step, token, n_tokens):
    cache = init_cache()
    for pos in range(n_tokens):
        token, k_new, v_new = model_step(token, cache, pos)
        cache = write_cache(cache, k_new, v_new, pos)
    return token
