import jax
import jax.numpy as jnp
from jax import lax


def fit(w, batches, n_steps, lr=0.01):
    it = iter(batches)

    def body(w, _):
        x, y = next(it)
        g = jax.grad(lambda v: jnp.mean((x @ v - y) ** 2))(w)
        return w - lr * g, jnp.linalg.norm(g)

    return lax.scan(body, w, None, length=n_steps)


if __name__ == "__main__":
    data = [(jnp.ones((4, 3)) * i, jnp.ones(4)) for i in range(10)]
    print(fit(jnp.zeros(3), data, 10))
