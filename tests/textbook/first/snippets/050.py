import time

import jax
import jax.numpy as jnp


@jax.jit
def decode_step(cache, token):
    started = time.time()
    h = jnp.tanh(cache["state"] @ cache["w"] + cache["emb"][token])
    logits = h @ cache["emb"].T
    elapsed = time.time() - started
    return h, jnp.argmax(logits), elapsed


def generate(cache, token, n):
    spent = 0.0
    for _ in range(n):
        h, token, dt = decode_step(cache, token)
        cache = {**cache, "state": h}
        spent += dt
    return token, spent / n
