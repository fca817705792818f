import jax
import jax.numpy as jnp


@jax.jit
def huber(residual, delta):
    def quadratic(r):
        return 0.5 * jnp.mean(r ** 2)

    def general(r):
        clipped = jnp.minimum(jnp.abs(r), delta)
        return jnp.mean(clipped * (jnp.abs(r) - 0.5 * clipped))

    return jax.lax.cond(jnp.max(jnp.abs(residual)) <= delta, quadratic, general, residual)


def fit(x, y, steps=50):
    gradient = jax.jit(jax.grad(lambda w: huber(x @ w - y, 1.0)))
    w = jnp.zeros(x.shape[1])
    for _ in range(steps):
        w = w - 0.1 * gradient(w)
    return w


x = jax.random.normal(jax.random.key(0), (40, 3))
print(fit(x, x @ jnp.array([1.0, -2.0, 0.5])))
