import jax
import jax.numpy as jnp


def loss(w, x, y):
    return (jnp.tanh(w @ x) - y) ** 2


per_example_grads = jax.jit(jax.vmap(jax.grad(loss), in_axes=(None, 0, 0)))


@jax.jit
def private_gradient(w, xs, ys, key, clip=1.0, sigma=0.5):
    g = per_example_grads(w, xs, ys)
    norms = jnp.linalg.norm(g, axis=-1, keepdims=True)
    g = g * jnp.minimum(1.0, clip / jnp.maximum(norms, 1e-9))
    return g.mean(0) + sigma * clip / xs.shape[0] * jax.random.normal(key, w.shape)


if __name__ == "__main__":
    x_key, noise_key = jax.random.split(jax.random.key(0))
    xs = jax.random.normal(x_key, (128, 10))
    print(private_gradient(jnp.zeros(10), xs, jnp.ones(128), noise_key))
