# not executed: only the findings are looked at
"""A network that a step of an inner loop goes through: one word about the step is enough."""

import jax.numpy as jnp
from flax import nnx


class Actor(nnx.Module):
    def __init__(self, rngs):
        self.first = nnx.Linear(4, 8, rngs=rngs)

    def __call__(self, x):
        return jnp.tanh(self.first(x))


def update(actor, optimizer, batches):
    losses = []
    for _ in range(4):
        for x, y in batches:  # want: JOL109 "takes a gradient and applies it"

            def loss(actor):
                return jnp.mean((actor(x) - y) ** 2)

            value, grads = nnx.value_and_grad(loss)(actor)
            optimizer.update(actor, grads)
            losses.append(float(value))
    return losses


def train(optimizer, rounds):
    actor = Actor(nnx.Rngs(0))
    for batches in rounds:
        print(update(actor, optimizer, batches))
