import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def embed(table, tokens):
    vectors = table[tokens]
    return jnp.mean(vectors, axis=0)


def embed_corpus(table, sentences):
    out = []
    for sentence in sentences:
        out.append(embed(table, jnp.asarray(sentence)))
    return jnp.stack(out)


rng = np.random.default_rng(0)
table = jax.random.normal(jax.random.key(0), (1000, 64))
sentences = [rng.integers(0, 1000, size=rng.integers(3, 90)) for _ in range(100)]
print(embed_corpus(table, sentences).shape)
