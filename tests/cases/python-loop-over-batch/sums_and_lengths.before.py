# not executed: only the severity is looked at
import jax
import jax.numpy as jnp


def loss(predicted, measured):
    total = 0.0
    for t in range(measured.shape[0]):  # want: JOL201 (info) "`total` is summed"
        total += jnp.mean(jnp.abs(predicted.values[t] - measured[t, :]))
    return total


def corrected(image, factors):
    factors = jnp.asarray(factors)
    out = jnp.zeros_like(image)
    for k in range(len(factors)):  # want: JOL201 (info) "`out` is summed"
        out += factors[k] * jnp.power(image, 3.0)
    return out
