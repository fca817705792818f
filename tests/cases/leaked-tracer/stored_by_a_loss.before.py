# not executed: the originals leak tracers
import jax
import jax.numpy as jnp


class Model:
    def __init__(self, w):
        self.w = w

    def update(self, x, y):
        def loss(w):
            out = jnp.tanh(x @ w)
            self.out = out  # want: JOL804 "`self.out` keeps a traced value"
            return jnp.mean((out - y) ** 2)

        self.w = self.w - 0.1 * jax.grad(loss)(self.w)

    def report(self):
        return self.out


def step(w, x, y):
    residual = None

    def loss(w):
        nonlocal residual
        residual = x @ w - y  # want: JOL804 "`residual`"
        return jnp.mean(residual**2)

    value, grads = jax.value_and_grad(loss)(w)
    return value, grads, residual
