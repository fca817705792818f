# not executed: what is to be compiled is for people
"""A function that each call makes anew: compiling it serves one solver, which may ask 20 times."""

import jax.numpy as jnp
from scipy.optimize import brentq, minimize_scalar


class Spending:
    def __init__(self, rates, total):
        self.start = self._start(jnp.asarray(rates), total)

    def _start(self, rates, total):
        def excess(scale):
            spent = jnp.sqrt(jnp.sum(jnp.exp((rates * scale) ** 2) - 1.0))
            return jnp.log1p(spent) - jnp.log1p(total) + jnp.tanh(spent - total)

        return brentq(excess, 1e-9, 50.0)  # want: JOL124 (info) "`brentq` calls `excess`"


def excess_of_ten(scale):
    spent = jnp.sqrt(jnp.sum(jnp.exp((jnp.arange(10) * scale) ** 2) - 1.0))
    return jnp.log1p(spent) - jnp.log1p(3.0) + jnp.tanh(spent - 3.0)


def main():
    def distance(scale):
        return excess_of_ten(scale) ** 2 + jnp.abs(scale)

    found = brentq(excess_of_ten, 1e-9, 50.0)  # want: JOL124 (warning) "`brentq` calls"
    return found, minimize_scalar(distance)  # want: JOL124 (warning) "`minimize_scalar` calls"


if __name__ == "__main__":
    print(Spending([1.0], 2.0).start, main())
