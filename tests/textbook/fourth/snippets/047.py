import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def embed(table, tokens, length):
    mask = jnp.arange(tokens.shape[0]) < length
    return jnp.sum(table[tokens] * mask[:, None], axis=0) / length


def embed_corpus(table, sentences):
    out = []
    for sentence in sentences:
        size = 32 * -(-len(sentence) // 32)
        padded = np.zeros(size, np.int32)
        padded[:len(sentence)] = sentence
        out.append(embed(table, padded, len(sentence)))
    return jnp.stack(out)


rng = np.random.default_rng(0)
table = jax.random.normal(jax.random.key(0), (1000, 64))
sentences = [rng.integers(0, 1000, size=rng.integers(3, 90)) for _ in range(100)]
print(embed_corpus(table, sentences).shape)
