"""An old flag is read from a queue: the device is steps ahead by then."""

import collections

import jax
import jax.numpy as jnp


def _sample(state, logits, *, length):
    return logits.argmax(-1), logits


def _done(state, mask):
    return jnp.all(state.sum(-1) > mask)


def _extend(params, cache, tokens, *, model):
    return model.apply({"params": params}, cache, tokens)


def decode(params, logits, cache, mask, *, model, length, look_behind=2):
    sample = jax.jit(_sample, static_argnames=("length",))
    done = jax.jit(_done)
    extend = jax.jit(_extend, donate_argnums=1, static_argnames=("model",))
    state = None
    stops = collections.deque(maxlen=1 + look_behind)
    for i in range(length):
        tokens, state = sample(state, logits, length=length)
        if i + 1 >= length:
            break
        stops.append(done(state, mask))
        if len(stops) == stops.maxlen and jax.device_get(stops[0]):
            break
        logits, cache = extend(params, cache, tokens, model=model)
    return tokens
