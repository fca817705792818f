# not executed: only the severity is looked at
import jax
import jax.numpy as jnp


@jax.jit
def smeared(image, centre, values, radius):
    for offset in jnp.arange(start=-radius, stop=radius + 1):
        image = image.at[centre + offset].add(values)
    return image


@jax.jit
def filtered(xs, decay):
    y = jnp.zeros(xs.shape[1])

    def step(y, x):
        y = decay * y + jnp.tanh(x)
        return y, y

    _, out = jax.lax.scan(step, y, xs)
    return out


class Series:
    def __init__(self, terms):
        self.terms = terms

    def __call__(self, x, coefficients):
        value = jnp.zeros_like(x)
        for k in range(self.terms):
            value = jnp.tanh(value * x) + coefficients[k, :] * jnp.sin(value)
        return value


def summed(x, coefficients):
    return jax.jit(Series(4).__call__)(x, coefficients)
