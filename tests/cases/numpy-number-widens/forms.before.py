# not executed: nothing is rewritten
# Numbers and arrays of NumPy that meet arrays of 16 bits.
import jax
import jax.numpy as jnp
import numpy as np

HEADS, WIDTH = 4, 32
SCALE = np.float32(0.125)
WINDOW = np.array([0.25, 0.5, 0.25])
DTYPE = jnp.bfloat16


@jax.jit
def scores(q, k):
    logits = jnp.einsum("hqd,hkd->hqk", q, k)
    logits = logits / np.sqrt(WIDTH)  # want: JOL540 (warning) "makes `logits`, of 16 bits"
    return jax.nn.softmax(logits, axis=-1)


def block(params, h):
    y = jax.nn.gelu(h @ params["up"]) @ params["down"]
    return h + SCALE * y  # want: JOL540 "`SCALE` is of NumPy"


def cast(params):
    return jax.tree.map(lambda p: p.astype(DTYPE), params)


def forward(layers, x):
    layers = jax.tree.map(lambda p: p.astype(jnp.bfloat16), layers)
    h = x.astype("bfloat16")
    for params in layers:
        h = block(params, h)
    return h


def smoothed(rows):
    rows = jnp.asarray(rows, jnp.float16)
    rows *= WINDOW.reshape(3, 1)  # want: JOL540 "makes `rows`, of 16 bits"
    return rows


class Attention:
    def __init__(self, width):
        self.width = width

    def __call__(self, q, k):
        weights = attend(q.astype(jnp.bfloat16), k.astype(jnp.bfloat16), self.width)
        return weights


@jax.jit
def attend(q, k, width):
    factor = 1.0 / np.sqrt(q.shape[-1])
    return (q @ k.T) * factor  # want: JOL540 "`factor` is of NumPy"


def main(key):
    keys = jax.random.split(key, 2)
    shape = (HEADS, 16, WIDTH)
    q, k = (jax.random.normal(one, shape, dtype=jnp.bfloat16) for one in keys)
    return scores(q, k), cast({"q": q})
