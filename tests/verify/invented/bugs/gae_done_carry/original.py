"""Generalised advantage estimation.

``run(r, v, last_v, done, gamma, lam)`` with r, v, done (T,): done[t] marks that
the episode ended with step t, so neither the value nor the advantage of step
t + 1 flows into step t.  Returns the advantages (T,).
"""
import jax
import jax.numpy as jnp


def run(r, v, last_v, done, gamma=0.99, lam=0.95):
    T = r.shape[0]
    adv, nxt_a, nxt_v = [None] * T, 0.0, last_v
    for t in reversed(range(T)):
        live = 1.0 - done[t]
        delta = r[t] + gamma * nxt_v * live - v[t]
        nxt_a = delta + gamma * lam * live * nxt_a
        adv[t] = nxt_a
        nxt_v = v[t]
    return jnp.stack(adv)


def inputs(key):
    a, b = jax.random.split(key)
    done = jnp.zeros(8).at[3].set(1.0)
    return jax.random.normal(a, (8,)), jax.random.normal(b, (8,)), 0.3, done, 0.99, 0.95
