import jax
import jax.numpy as jnp

NUM_NODES, DIM = 10_000, 64
MAX_EDGES = 60_000


@jax.jit
def aggregate(features, senders, receivers, valid):
    """Mean of the neighbours' features; padded edges point past the last node."""
    receivers = jnp.where(valid, receivers, NUM_NODES)
    messages = features[senders]
    totals = jnp.zeros_like(features).at[receivers].add(messages, mode="drop")
    counts = jnp.zeros(features.shape[0]).at[receivers].add(1.0, mode="drop")
    return totals / jnp.maximum(counts, 1.0)[:, None], counts


feature_key, sender_key, receiver_key = jax.random.split(jax.random.key(0), 3)
features = jax.random.normal(feature_key, (NUM_NODES, DIM))
senders = jax.random.randint(sender_key, (MAX_EDGES,), 0, NUM_NODES)
receivers = jax.random.randint(receiver_key, (MAX_EDGES,), 0, NUM_NODES)
valid = jnp.arange(MAX_EDGES) < 47_500

hidden = features
for _ in range(4):
    hidden, counts = aggregate(hidden, senders, receivers, valid)
print(hidden.shape, "mean degree", float(counts.mean()))
