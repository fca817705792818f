import jax
import jax.numpy as jnp


def misfit(theta, xs, ys):  # fact: eager_work 5
    predicted = theta[0] * jnp.exp(-theta[1] * xs)
    return jnp.sum((predicted - ys) ** 2)


@jax.jit
def compiled(xs):  # fact: eager_work 2
    return jnp.sum(jnp.exp(xs))


def on_the_host(n):
    return [2 * i for i in range(n)]
