import jax
import jax.numpy as jnp


def example_loss(w, x, y):
    return (jnp.tanh(w @ x) - y) ** 2


@jax.jit
def clipped_grad(w, xs, ys, clip):
    total = jnp.zeros_like(w)
    for i in range(xs.shape[0]):
        g = jax.grad(example_loss)(w, xs[i], ys[i])
        total += g * jnp.minimum(1.0, clip / (jnp.linalg.norm(g) + 1e-9))
    return total / xs.shape[0]


def dp_sgd(w, batches, lr=0.1, clip=1.0):
    for xs, ys in batches:  # 512 examples each
        w = w - lr * clipped_grad(w, xs, ys, clip)
    return w
