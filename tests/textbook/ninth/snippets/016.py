import jax
import jax.numpy as jnp
import numpy as np

VOCAB_SIZE, DIM = 32_000, 256
NUM_DOCS = 20_000
BUCKETS = (32, 64, 128, 256, 512, 1_024, 2_048)


@jax.jit
def embed_document(table, token_ids, mask):
    vectors = table[token_ids] * mask[:, None]
    mean_vector = vectors.sum(axis=0) / mask.sum()
    scores = jnp.where(mask, vectors @ mean_vector, -jnp.inf)
    return jax.nn.softmax(scores) @ vectors


def pad_to_bucket(token_ids):
    size = next(b for b in BUCKETS if b >= len(token_ids))
    mask = np.arange(size) < len(token_ids)
    return np.pad(token_ids, (0, size - len(token_ids))), mask


rng = np.random.default_rng(0)
table = jax.random.normal(jax.random.key(0), (VOCAB_SIZE, DIM)) * 0.02
embeddings = []
for _ in range(NUM_DOCS):
    length = int(rng.integers(16, 2_049))
    token_ids = rng.integers(0, VOCAB_SIZE, size=length, dtype=np.int32)
    embeddings.append(embed_document(table, *pad_to_bucket(token_ids)))
print(np.stack(jax.device_get(embeddings)).shape)
