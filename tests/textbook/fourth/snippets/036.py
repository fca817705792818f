import jax
import jax.numpy as jnp

dataset = jax.random.normal(jax.random.key(0), (20_000, 64))
labels = jnp.sign(dataset[:, 0])


@jax.jit
def epoch(w):
    def loss(w):
        margins = labels * (dataset @ w)
        return jnp.mean(jax.nn.softplus(-margins))

    return w - 0.5 * jax.grad(loss)(w)


w = jnp.zeros(64)
for _ in range(10):
    w = epoch(w)
print(jnp.mean(jnp.sign(dataset @ w) == labels))
