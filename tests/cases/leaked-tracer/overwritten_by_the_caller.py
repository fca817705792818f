"""Whoever runs the compiled step stores what it returns where the step stored a traced value."""

import jax
import jax.numpy as jnp


class Fit:
    def __init__(self, xs, ys):
        self.xs, self.ys = xs, ys
        self.loss = jnp.inf

    def misfit(self, weights):
        return jnp.mean((self.xs @ weights - self.ys) ** 2)

    def step(self, weights):
        self.loss, self.slope = jax.value_and_grad(self.misfit)(weights)
        return self.loss, weights - 0.1 * self.slope

    def run(self, weights, turns):
        for _ in range(turns):
            self.loss, weights = jax.jit(self.step)(weights)
            print(float(self.loss))
        return weights


class Kept(Fit):
    def start(self):
        self.fast = jax.jit(self.advance)

    def advance(self, weights):
        self.best = self.misfit(weights)
        return self.best

    def report(self, weights):
        self.best = self.fast(weights)
        return float(self.best)


print(Fit(jnp.ones((4, 2)), jnp.ones(4)).run(jnp.zeros(2), 3))
