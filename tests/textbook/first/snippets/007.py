import jax
import jax.numpy as jnp
import jax.random as jr


@jax.jit(donate_argnums=0)
def denoising_step(w, x, key):
    noisy = x + 0.3 * jr.normal(key, x.shape)

    def loss(w):
        return jnp.mean((jnp.tanh(noisy @ w) @ w.T - x) ** 2)

    return w - 0.05 * jax.grad(loss)(w)


def train(loader, dim, hidden, seed=0, epochs=10):
    key, init = jr.split(jr.key(seed))
    w = jr.normal(init, (dim, hidden)) / jnp.sqrt(dim)
    for _ in range(epochs):
        for x in loader:
            w = denoising_step(w, x, key)
    return w
