import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("capacity", "num_experts"))
def dispatch(tokens, expert_ids, capacity, num_experts):
    one_hot = jax.nn.one_hot(expert_ids, num_experts, dtype=jnp.int32)
    slot = jnp.sum((jnp.cumsum(one_hot, axis=0) - 1) * one_hot, axis=1)
    buffers = jnp.zeros((num_experts, capacity, tokens.shape[-1]), tokens.dtype)
    buffers = buffers.at[expert_ids, slot].set(tokens, mode="drop")
    load = jnp.zeros(num_experts, jnp.int32).at[expert_ids].add(1)
    return buffers, load


@functools.partial(jax.jit, static_argnames="max_hits")
def overloaded(load, limit, max_hits=4):
    (idx,) = jnp.nonzero(load > limit, size=max_hits, fill_value=-1)
    return idx


tokens = jax.random.normal(jax.random.key(0), (16, 4))
ids = jax.random.randint(jax.random.key(1), (16,), 0, 4)
buffers, load = dispatch(tokens, ids, capacity=3, num_experts=4)
print(buffers.shape, load, overloaded(load, 3))
