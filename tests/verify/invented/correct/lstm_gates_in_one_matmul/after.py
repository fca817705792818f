import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 4)
    return (jax.random.normal(ks[0], (12, 6)), 0.3 * jax.random.normal(ks[1], (4, 6, 8)), 0.3 * jax.random.normal(ks[2], (4, 8, 8)), jax.random.normal(ks[3], (4, 8)))


def run(xs, wx, wh, b):
    """Hidden states of an LSTM over time; gates i, f, g, o in the leading axis."""
    n = wh.shape[-1]
    from_x = xs @ wx.transpose(1, 0, 2).reshape(-1, 4 * n) + b.reshape(-1)
    w = wh.transpose(1, 0, 2).reshape(n, 4 * n)

    def step(carry, z):
        h, c = carry
        i, f, g, o = jnp.split(z + h @ w, 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros(n, xs.dtype)
    return jax.lax.scan(step, (zero, zero), from_x)[1]
