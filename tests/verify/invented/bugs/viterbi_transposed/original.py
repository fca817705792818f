"""Viterbi decoding.

``run(log_init, log_trans, log_obs)``: log_init (S,), log_trans (S, S) indexed
[from, to], log_obs (T, S).  Returns the most likely state path (T,) int32.
"""
import jax
import jax.numpy as jnp


def run(log_init, log_trans, log_obs):
    T = log_obs.shape[0]
    score, ptrs = log_init + log_obs[0], []
    for t in range(1, T):
        cand = score[:, None] + log_trans
        ptrs.append(jnp.argmax(cand, axis=0))
        score = jnp.max(cand, axis=0) + log_obs[t]
    path = [jnp.argmax(score)]
    for p in reversed(ptrs):
        path.append(p[path[-1]])
    return jnp.stack(path[::-1]).astype(jnp.int32)


def inputs(key):
    k = jax.random.split(key, 3)
    ls = lambda kk, s: jax.nn.log_softmax(2.0 * jax.random.normal(kk, s))
    return ls(k[0], (4,)), ls(k[1], (4, 4)), ls(k[2], (9, 4))
