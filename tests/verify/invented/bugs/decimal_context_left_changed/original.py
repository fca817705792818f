import decimal

import jax
import jax.numpy as jnp


def inputs(key):
    return (["1.5", "2.25"], jnp.arange(3.0))


def run(amounts, x):
    """The amounts, added up with six digits, times `x`."""
    with decimal.localcontext() as context:
        context.prec = 6
        total = sum(map(decimal.Decimal, amounts))
    return x * float(total)
