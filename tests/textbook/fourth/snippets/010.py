import jax
import jax.numpy as jnp


@jax.jit
def huber(residual, delta):
    if jnp.max(jnp.abs(residual)) <= delta:
        return 0.5 * jnp.mean(residual ** 2)
    clipped = jnp.minimum(jnp.abs(residual), delta)
    return jnp.mean(clipped * (jnp.abs(residual) - 0.5 * clipped))


def fit(x, y, steps=50):
    w = jnp.zeros(x.shape[1])
    for _ in range(steps):
        w = w - 0.1 * jax.grad(lambda w: huber(x @ w - y, 1.0))(w)
    return w


x = jax.random.normal(jax.random.key(0), (40, 3))
print(fit(x, x @ jnp.array([1.0, -2.0, 0.5])))
