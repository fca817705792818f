import jax
import jax.numpy as jnp
import numpy as np

BUCKETS = (32, 64, 128, 256, 512)


@jax.jit
def encode(table, tokens, length):
    valid = jnp.arange(tokens.shape[0]) < length
    vectors = jnp.where(valid[:, None], table[tokens], 0.0)
    return vectors.sum(axis=0) / length


def encode_all(table, sentences):
    out = []
    for tokens in sentences:
        size = next(b for b in BUCKETS if b >= len(tokens))
        padded = np.zeros(size, np.int32)
        padded[: len(tokens)] = tokens
        out.append(encode(table, padded, len(tokens)))
    return jnp.stack(out)
