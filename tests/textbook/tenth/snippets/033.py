import jax
import jax.numpy as jnp

CACHE_LEN = 8


@jax.jit
def append(cache, pos, kv):
    cache = jax.lax.dynamic_update_slice(cache, kv[None, :], (pos, 0))
    return cache, pos + 1


@jax.jit
def attend(cache, pos, q):
    scores = cache @ q
    valid = jnp.arange(CACHE_LEN) < pos
    scores = jnp.where(valid, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ cache


def decode(key, n_tokens):
    cache = jnp.zeros((CACHE_LEN, 4))
    pos = jnp.int32(0)
    outs = []
    for i in range(n_tokens):
        kv = jax.random.normal(jax.random.fold_in(key, i), (4,))
        cache, pos = append(cache, pos, kv)
        outs.append(attend(cache, pos, kv))
    return jnp.stack(outs), cache


outs, cache = decode(jax.random.key(0), n_tokens=12)
print(outs.shape, cache[-1])
