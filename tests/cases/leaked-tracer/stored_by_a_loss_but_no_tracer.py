import jax
import jax.numpy as jnp
from flax import nnx


class Model:
    def update(self, w, x):
        def loss(w):
            self.shape = w.shape
            self.stopped = jax.lax.stop_gradient(x @ w)
            self.seen = x * 2
            self.best = jnp.argmax(x @ w)
            self.scratch = x @ w
            return jnp.mean(self.scratch**2)

        return jax.grad(loss)(w)

    def report(self):
        return self.shape, self.stopped, self.seen, self.best


def train(model: nnx.Module, w, x):
    def loss(w):
        model.hidden = x @ w
        return jnp.mean(model.hidden**2), model.hidden

    return jax.value_and_grad(loss, has_aux=True)(w), model.hidden
