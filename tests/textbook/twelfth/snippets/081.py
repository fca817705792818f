import jax
import jax.numpy as jnp


class RidgeRegression:
    """Gradient-descent ridge regression with loss tracking."""

    def __init__(self, dim, l2=1e-3, lr=0.05):
        self.w = jnp.zeros((dim,))
        self.lr = lr

        def loss(w, x, y):
            return jnp.mean((x @ w - y) ** 2) + l2 * jnp.sum(w**2)

        self._loss = jax.jit(loss)
        self._grad = jax.jit(jax.grad(loss))

    def fit(self, x, y, iters=2000):
        losses = []
        for _ in range(iters):
            losses.append(self._loss(self.w, x, y))
            self.w = self.w - self.lr * self._grad(self.w, x, y)
        return jnp.stack(losses)


if __name__ == "__main__":
    kx, kw = jax.random.split(jax.random.key(7))
    x = jax.random.normal(kx, (4096, 100))
    w_true = jax.random.normal(kw, (100,))
    model = RidgeRegression(100)
    losses = model.fit(x, x @ w_true)
    print(losses[0], losses[-1])
