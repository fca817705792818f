"""Generalised advantage estimation.

``run(r, v, last_v, done, gamma, lam)`` with r, v, done (T,): done[t] marks that
the episode ended with step t, so neither the value nor the advantage of step
t + 1 flows into step t.  Returns the advantages (T,).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(r, v, last_v, done, gamma=0.99, lam=0.95):
    nxt_v = jnp.append(v[1:], last_v)
    live = 1.0 - done
    delta = r + gamma * nxt_v * live - v

    def back(a, dl):
        d, l = dl
        a = d + gamma * lam * l * a
        return a, a

    _, adv = jax.lax.scan(back, jnp.zeros_like(delta[0]), (delta, live), reverse=True)
    return adv


def inputs(key):
    a, b = jax.random.split(key)
    done = jnp.zeros(8).at[3].set(1.0)
    return jax.random.normal(a, (8,)), jax.random.normal(b, (8,)), 0.3, done, 0.99, 0.95
