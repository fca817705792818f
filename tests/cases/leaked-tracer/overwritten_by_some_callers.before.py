# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


class Fit:
    def __init__(self, xs, ys):
        self.xs, self.ys = xs, ys

    def misfit(self, weights):
        return jnp.mean((self.xs @ weights - self.ys) ** 2)

    def step(self, weights):
        self.loss, slope = jax.value_and_grad(self.misfit)(weights)  # want: JOL804 (error)
        return self.loss, weights - 0.1 * slope

    def run(self, weights, turns):
        for _ in range(turns):
            self.loss, weights = jax.jit(self.step)(weights)
        return weights

    def last(self, weights):
        loss, weights = jax.jit(self.step)(weights)
        return float(self.loss), loss
