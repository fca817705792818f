import jax
import jax.numpy as jnp
import numpy as np

NUM_ITEMS = 1_000_000
TOP_K = 20

rng = np.random.default_rng(0)
item_vectors = jnp.asarray(rng.standard_normal((1_000_000, 256), dtype=np.float32))


@jax.jit
def top_matches(queries):
    queries = queries / jnp.linalg.norm(queries, axis=-1, keepdims=True)
    scores = queries @ item_vectors.T
    return jax.lax.top_k(scores, TOP_K)


queries = jnp.asarray(rng.standard_normal((64, 256), dtype=np.float32))
scores, item_ids = top_matches(queries)
print(scores.shape, item_ids.shape, int(item_ids.max()) < NUM_ITEMS)
