import jax
import jax.numpy as jnp


@jax.jit
def clip_gradient(g, max_norm):
    norm = jnp.linalg.norm(g)
    if norm > max_norm:
        g = g * (max_norm / norm)
    return g


@jax.jit
def sgd(w, x, y, lr):
    g = jax.grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)
    return w - lr * clip_gradient(g, 1.0)


if __name__ == "__main__":
    w = jnp.zeros(8)
    w = sgd(w, jnp.ones((4, 8)), jnp.ones(4), 0.1)
    print(w)
