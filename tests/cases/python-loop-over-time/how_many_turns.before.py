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
    out = []
    for t in range(xs.shape[0]):  # want: JOL202 (warning) "carries `y`"
        y = decay * y + jnp.tanh(xs[t, :])
        out.append(y)
    return jnp.stack(out)


class Series:
    def __init__(self, terms):
        self.terms = terms

    def __call__(self, x, coefficients):
        value = jnp.zeros_like(x)
        for k in range(self.terms):  # want: JOL202 (info) "carries `value`"
            value = jnp.tanh(value * x) + coefficients[k, :] * jnp.sin(value)
        return value


def summed(x, coefficients):
    return jax.jit(Series(4).__call__)(x, coefficients)
