import decimal

import jax
import jax.numpy as jnp


def inputs(key):
    return (["1.5", "2.25"], jnp.arange(3.0))


def run(amounts, x):
    """The amounts, added up with six digits, times `x`."""
    context = decimal.Context(prec=6)
    total = decimal.Decimal(0)
    for amount in amounts:
        total = context.add(total, decimal.Decimal(amount))
    return x * float(total)
