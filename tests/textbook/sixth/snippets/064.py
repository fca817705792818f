import jax
import jax.numpy as jnp
import numpy as np

BUCKETS = (64, 128, 256, 512)
BATCH, VOCAB, DIM, PAD_ID = 32, 16_000, 128, 0


def pad_to_bucket(sequences):
    longest = max(len(s) for s in sequences)
    bucket = next(b for b in BUCKETS if b >= longest)
    tokens = np.full((BATCH, bucket), PAD_ID, dtype=np.int32)
    for row, seq in enumerate(sequences):
        tokens[row, : len(seq)] = seq
    return tokens


@jax.jit
def encode(embedding, tokens):
    mask = (tokens != PAD_ID)[..., None]
    total = jnp.sum(embedding[tokens] * mask, axis=1)
    return total / jnp.maximum(mask.sum(axis=1), 1)


def encode_corpus(embedding, corpus):
    outputs = []
    for start in range(0, len(corpus) - BATCH + 1, BATCH):
        outputs.append(encode(embedding, pad_to_bucket(corpus[start : start + BATCH])))
    return jnp.concatenate(outputs)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    corpus = [rng.integers(1, VOCAB, size=rng.integers(8, 512)) for _ in range(20_000)]
    embedding = jax.random.normal(jax.random.key(0), (VOCAB, DIM))
    print(encode_corpus(embedding, corpus).shape)
