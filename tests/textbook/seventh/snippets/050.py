import jax
import jax.numpy as jnp


@jax.jit
def scatter_tokens(tokens, expert, capacity_slots):
    """Routes (tokens, dim) rows to (experts, capacity, dim); overflowing rows are dropped."""
    num_experts, capacity = capacity_slots.shape[:2]
    one_hot = jax.nn.one_hot(expert, num_experts, dtype=jnp.int32)
    slot = jnp.take_along_axis(jnp.cumsum(one_hot, axis=0) - 1, expert[:, None], axis=1)[:, 0]
    buffers = capacity_slots.at[expert, slot].set(tokens, mode="drop")
    gathered = buffers.at[expert, slot].get(mode="fill", fill_value=0.0)
    return buffers, gathered, jnp.mean(slot >= capacity)


k1, k2 = jax.random.split(jax.random.key(0))
tokens = jax.random.normal(k1, (4_096, 256))
expert = jax.random.randint(k2, (4_096,), 0, 8)
buffers, gathered, dropped = scatter_tokens(tokens, expert, jnp.zeros((8, 480, 256)))
print(buffers.shape, gathered.shape, f"dropped {dropped:.1%}")
