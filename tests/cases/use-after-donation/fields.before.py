# not executed: the marked lines raise
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def descend(weights, batch):
    return weights - 0.1 * jax.grad(lambda w: jnp.mean((batch @ w) ** 2))(weights)


class Learner:
    def __init__(self, weights):
        self.weights = weights
        self.moves = []

    def learn(self, batch):
        new = descend(self.weights, batch)
        self.moves.append(jnp.sum(jnp.abs(new - self.weights)))  # want: JOL302 "`self.weights` was donated"
        self.weights = new

    def report(self, batch):
        new = descend(self.weights, batch)
        self.show(new, self.weights)  # want: JOL302
        self.weights = new

    def show(self, *parts):
        print(*parts)


def outside(learner, batches):
    for batch in batches:
        new = descend(learner.weights, batch)  # want: JOL302 "the next iteration passes it again"
        print(new.mean())
