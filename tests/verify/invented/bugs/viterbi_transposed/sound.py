"""Viterbi decoding.

``run(log_init, log_trans, log_obs)``: log_init (S,), log_trans (S, S) indexed
[from, to], log_obs (T, S).  Returns the most likely state path (T,) int32.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(log_init, log_trans, log_obs):
    def fwd(score, obs):
        cand = score[:, None] + log_trans
        return jnp.max(cand, axis=0) + obs, jnp.argmax(cand, axis=0)

    score, ptrs = jax.lax.scan(fwd, log_init + log_obs[0], log_obs[1:])
    last = jnp.argmax(score)

    def back(s, p):
        s_prev = p[s]
        return s_prev, s_prev

    _, path = jax.lax.scan(back, last, ptrs, reverse=True)
    return jnp.append(path, last).astype(jnp.int32)


def inputs(key):
    k = jax.random.split(key, 3)
    ls = lambda kk, s: jax.nn.log_softmax(2.0 * jax.random.normal(kk, s))
    return ls(k[0], (4,)), ls(k[1], (4, 4)), ls(k[2], (9, 4))
