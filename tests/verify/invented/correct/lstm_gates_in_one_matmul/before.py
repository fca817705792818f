# used inside jax.jit
import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 4)
    return (jax.random.normal(ks[0], (12, 6)), 0.3 * jax.random.normal(ks[1], (4, 6, 8)), 0.3 * jax.random.normal(ks[2], (4, 8, 8)), jax.random.normal(ks[3], (4, 8)))


def run(xs, wx, wh, b):
    """Hidden states of an LSTM over time; gates i, f, g, o in the leading axis."""
    h = c = jnp.zeros(wh.shape[-1], xs.dtype)
    out = []
    for x in xs:
        i, f, g, o = [x @ wx[k] + h @ wh[k] + b[k] for k in range(4)]
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        out.append(h)
    return jnp.stack(out)
