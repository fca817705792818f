"""Shapes are known while tracing."""

import jax
import jax.numpy as jnp


class Sharded:
    def __init__(self, loss):
        def train(state, context, target):
            def micro(total, batch):
                value, grads = jax.value_and_grad(loss)(state["params"], *batch)
                return jax.tree.map(jnp.add, total, grads), value

            if context.shape[0] == 1:
                value, grads = jax.value_and_grad(loss)(state["params"], context[0], target[0])
            else:
                zeros = jax.tree.map(jnp.zeros_like, state["params"])
                grads, value = jax.lax.scan(micro, zeros, (context, target))
            return grads, jnp.mean(value)

        self.train = jax.jit(train)
