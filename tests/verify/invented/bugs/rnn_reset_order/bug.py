"""Recurrent roll-out with episode resets.

``run(w, u, h0, xs, first)``: first[t] = True says that xs[t] is the first
observation of an episode; the hidden state is set to zero before that step is
computed.  h = tanh(h @ w + x @ u).  Returns all hidden states (T, H).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(w, u, h0, xs, first):
    xu = xs @ u

    def step(h, inp):
        x, f = inp
        h = jnp.tanh(h @ w + x)
        return jnp.where(f, 0.0, h), h

    _, hs = jax.lax.scan(step, h0, (xu, first))
    return hs


def inputs(key):
    k = jax.random.split(key, 4)
    n = jax.random.normal
    first = jnp.array([False, False, True, False, False, True])
    return 0.5 * n(k[0], (4, 4)), n(k[1], (3, 4)), n(k[2], (4,)), n(k[3], (6, 3)), first
