"""Parameters that are put into a part of the object for the time of a gradient alone."""

import jax
import jax.numpy as jnp


class Learner:
    def __init__(self, network):
        self.network = network

    def put_back(self, x):
        before = self.network.state

        def loss(params):
            self.network.state = params
            return jnp.mean(self.network(x) ** 2)

        grads = jax.grad(loss)(before)
        self.network.state = before
        return grads, self.network.state

    def renewed(self, x):
        def loss(params):
            self.network.state = params
            return jnp.mean(self.network(x) ** 2)

        old = self.network.state
        grads = jax.grad(loss)(old)
        self.network.state = jax.tree.map(lambda p, g: p - 0.1 * g, old, grads)

    def perhaps(self, x, restore):
        def loss(params):
            self.network.state = params
            return jnp.mean(self.network(x) ** 2)

        grads = jax.grad(loss)(self.network.state)
        if restore:
            print(self.network.state)
        return grads
