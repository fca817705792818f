"""Decoding asks the device after each token whether all sequences have ended."""

import jax
import jax.numpy as jnp


def _extend(params, cache, tokens, *, model):
    return model.apply({"params": params}, cache, tokens)


def _sample(state, logits, cache, *, length):
    tokens = logits.argmax(-1)
    done = tokens == 1 if state is None else state[1] | (tokens == 1)
    return tokens, (tokens, done), cache


def _all_done(state, mask, *, end):
    return jnp.all(state[1] | ~mask)


def decode(params, logits, cache, mask, *, model, length, end):
    sample = jax.jit(_sample, donate_argnums=2, static_argnames=("length",))
    all_done = jax.jit(_all_done, static_argnames=("end",))
    extend = jax.jit(_extend, donate_argnums=1, static_argnames=("model",))
    state = None
    for i in range(length):
        tokens, state, cache = sample(state, logits, cache, length=length)
        stop = all_done(state, mask, end=end)
        if jax.device_get(stop) or (i + 1 >= length):  # want: JOL402
            break
        logits, cache = extend(params, cache, tokens, model=model)
    return state
