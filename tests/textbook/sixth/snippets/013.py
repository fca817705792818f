import jax
import jax.numpy as jnp

NUM_TOKENS, NUM_EXPERTS, CAPACITY, DIM = 8_192, 16, 640, 256


@jax.jit
def dispatch(tokens, router_logits):
    expert = jnp.argmax(router_logits, axis=-1)
    one_hot = jax.nn.one_hot(expert, NUM_EXPERTS, dtype=jnp.int32)
    rank = jnp.sum((jnp.cumsum(one_hot, axis=0) - 1) * one_hot, axis=-1)
    slots = jnp.zeros((NUM_EXPERTS, CAPACITY, DIM), tokens.dtype)
    slots = slots.at[expert, rank].set(tokens, mode="drop")
    return slots, expert, rank


@jax.jit
def combine(expert_outputs, expert, rank, gates):
    gathered = expert_outputs.at[expert, rank].get(mode="fill", fill_value=0.0)
    return gates[:, None] * gathered


if __name__ == "__main__":
    token_key, router_key = jax.random.split(jax.random.key(0))
    tokens = jax.random.normal(token_key, (NUM_TOKENS, DIM))
    logits = jax.random.normal(router_key, (NUM_TOKENS, NUM_EXPERTS))
    slots, expert, rank = dispatch(tokens, logits)
    gates = jax.nn.softmax(logits, axis=-1).max(axis=-1)
    out = combine(jnp.tanh(slots), expert, rank, gates)
    print(out.shape, "dropped:", int(jnp.sum(rank >= CAPACITY)))
