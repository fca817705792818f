"""Half-precision text encoder: embeds a corpus and reports the spread of the vectors."""

import jax
import jax.numpy as jnp
import numpy as np

VOCAB = 8000
DIM = 256
HEADS = 4
LAYERS = 4
LENGTH = 64
BATCH = 64
DTYPE = jnp.bfloat16


def init(key):
    keys = jax.random.split(key, 2 + LAYERS)
    block_keys = [jax.random.split(k, 4) for k in keys[2:]]
    normal = lambda k, shape: (jax.random.normal(k, shape) / jnp.sqrt(shape[0])).astype(DTYPE)
    return {
        "embed": (0.02 * jax.random.normal(keys[0], (VOCAB, DIM))).astype(DTYPE),
        "pos": (0.02 * jax.random.normal(keys[1], (LENGTH, DIM))).astype(DTYPE),
        "blocks": [
            {
                "qkv": normal(k[0], (DIM, 3 * DIM)),
                "proj": normal(k[1], (DIM, DIM)),
                "up": normal(k[2], (DIM, 4 * DIM)),
                "down": normal(k[3], (4 * DIM, DIM)),
            }
            for k in block_keys
        ],
    }


def layer_norm(x):
    mean = jnp.mean(x, -1, keepdims=True)
    var = jnp.var(x, -1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(var + 1e-5)


def attention(block, x):
    b, t, _ = x.shape
    q, k, v = jnp.split(x @ block["qkv"], 3, axis=-1)
    q, k, v = (a.reshape(b, t, HEADS, DIM // HEADS).transpose(0, 2, 1, 3) for a in (q, k, v))
    weights = jax.nn.softmax(q @ k.swapaxes(-1, -2) * (DIM // HEADS) ** -0.5)
    return (weights @ v).transpose(0, 2, 1, 3).reshape(b, t, DIM) @ block["proj"]


@jax.jit
def encode(params, tokens):
    x = params["embed"][tokens] * np.sqrt(DIM)
    x = x + params["pos"]
    for block in params["blocks"]:
        x = x + attention(block, layer_norm(x))
        x = x + jax.nn.gelu(layer_norm(x) @ block["up"]) @ block["down"]
    return layer_norm(x).mean(axis=1)


def main():
    params = init(jax.random.PRNGKey(0))
    rng = np.random.default_rng(0)
    corpus = rng.zipf(1.3, size=(8 * BATCH, LENGTH)) % VOCAB
    vectors = []
    for start in range(0, len(corpus), BATCH):
        vectors.append(encode(params, corpus[start : start + BATCH].astype(np.int32)))
    vectors = np.asarray(jnp.concatenate(vectors)).astype(np.float32)
    centred = vectors - vectors.mean(0)
    print("vectors", vectors.shape, "spread %.4f" % np.sqrt((centred**2).sum(1).mean()))


if __name__ == "__main__":
    main()
