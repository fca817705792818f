import jax
import jax.numpy as jnp


@jax.jit
def train_step(w, x, y):
    def loss_fn(w):
        return jnp.mean((jnp.tanh(x @ w) - y) ** 2)

    loss, g = jax.value_and_grad(loss_fn)(w)
    return w - 0.05 * g, loss


def batches(key, n):
    for i in range(n):
        kx, ky = jax.random.split(jax.random.fold_in(key, i))
        yield jax.random.normal(kx, (64, 16)), jax.random.normal(ky, (64,))


def fit(key, n_steps=200):
    w = jnp.zeros(16)
    running = 0.0
    for x, y in batches(key, n_steps):
        w, loss = train_step(w, x, y)
        running = 0.99 * running + 0.01 * float(loss)
    return w, running


w, running = fit(jax.random.key(7))
print(running)
