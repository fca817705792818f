import jax
import jax.numpy as jnp
import numpy as np

VOCAB_SIZE, DIM = 32_000, 256
NUM_DOCS = 20_000
MAX_LEN = 2_048


@jax.jit
def embed_document(table, token_ids):
    vectors = table[token_ids]
    scores = vectors @ vectors.mean(axis=0)
    return jax.nn.softmax(scores) @ vectors


def load_corpus(rng):
    for _ in range(NUM_DOCS):
        length = int(rng.integers(32, MAX_LEN))
        yield rng.integers(0, VOCAB_SIZE, size=length, dtype=np.int32)


def main():
    rng = np.random.default_rng(0)
    table = jax.random.normal(jax.random.key(0), (VOCAB_SIZE, DIM)) * 0.02
    embeddings = []
    for token_ids in load_corpus(rng):
        embeddings.append(embed_document(table, token_ids))
    embeddings = np.stack(jax.device_get(embeddings))
    print(embeddings.shape)


if __name__ == "__main__":
    main()
