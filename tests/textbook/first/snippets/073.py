import functools
import jax
import jax.numpy as jnp

T = 1000


def gru_cell(p, h, x):
    zr = jax.nn.sigmoid(x @ p["w_zr"] + h @ p["u_zr"])
    z, r = jnp.split(zr, 2, axis=-1)
    n = jnp.tanh(x @ p["w_n"] + (r * h) @ p["u_n"])
    return (1 - z) * n + z * h


def sequence_loss(p, xs, ys):
    h = jnp.zeros((xs.shape[1], p["u_n"].shape[0]))
    preds = []
    for t in range(T):
        h = gru_cell(p, h, xs[t])
        preds.append(h @ p["out"])
    return jnp.mean((jnp.stack(preds) - ys) ** 2)


@functools.partial(jax.jit, donate_argnums=0)
def train_step(p, xs, ys):
    g = jax.grad(sequence_loss)(p, xs, ys)
    return jax.tree.map(lambda a, b: a - 1e-3 * b, p, g)
