import jax
import jax.numpy as jnp


def vector_field(y, theta):
    a, b, c, d = theta
    prey, pred = y
    return jnp.stack([a * prey - b * prey * pred, -c * pred + d * prey * pred])


@jax.jit
def integrate(y, theta):
    h = 0.005
    for _ in range(2000):
        k1 = vector_field(y, theta)
        k2 = vector_field(y + 0.5 * h * k1, theta)
        k3 = vector_field(y + 0.5 * h * k2, theta)
        k4 = vector_field(y + h * k3, theta)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


@jax.jit
def sensitivity(y, theta):
    return jax.jacrev(integrate, argnums=1)(y, theta)
