# %%
import jax
import jax.numpy as jnp
import numpy as np

BUCKETS = (32, 64, 128)
rng = np.random.default_rng(0)
table = jnp.asarray(rng.standard_normal((1000, 16), dtype=np.float32))


# %%
@jax.jit
def embed(table, tokens, length):
    mask = jnp.arange(tokens.shape[0]) < length
    vectors = jnp.where(mask[:, None], table[tokens], 0.0)
    return vectors.sum(axis=0) / length


# %%
def pad(tokens):
    size = next(b for b in BUCKETS if b >= len(tokens))
    out = np.zeros((size,), dtype=np.int32)
    out[: len(tokens)] = tokens
    return out


# %%
sentences = [rng.integers(0, 1000, size=rng.integers(3, 129)) for _ in range(200)]
vectors = []
for s in sentences:
    vectors.append(embed(table, pad(s), len(s)))
vectors = jnp.stack(vectors)

# %%
unit = vectors / jnp.linalg.norm(vectors, axis=1, keepdims=True)
print((unit @ unit.T).shape)
