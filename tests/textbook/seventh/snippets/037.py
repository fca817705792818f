import jax
import jax.numpy as jnp
import numpy as np

VOCAB, DIM = 32_000, 256


@jax.jit
def encode(table, proj, token_ids):
    h = jnp.take(table, token_ids, axis=0)
    h = jax.nn.gelu(h @ proj)
    return h.mean(axis=0)


def embed_corpus(table, proj, documents):
    vectors = []
    for doc in documents:
        vectors.append(encode(table, proj, jnp.asarray(doc, dtype=jnp.int32)))
    return jnp.stack(vectors)


k1, k2 = jax.random.split(jax.random.key(0))
table = 0.02 * jax.random.normal(k1, (VOCAB, DIM))
proj = jax.random.normal(k2, (DIM, DIM)) / DIM**0.5

rng = np.random.default_rng(0)
lengths = rng.integers(20, 2_000, size=10_000)
documents = [rng.integers(0, VOCAB, size=n) for n in lengths]
vectors = embed_corpus(table, proj, documents)
print(vectors.shape)
