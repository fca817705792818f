"""The function is made once, before the loop."""

import jax.numpy as jnp
from jax import grad, jit


def descent(energy, rate):
    force = grad(energy)

    def start(x):
        return x

    def advance(x):
        return x - rate * force(x)

    return start, advance


def energy(x):
    return jnp.sum(x**2)


begin, advance = descent(energy, 0.1)
place = begin(jnp.ones((8, 3)))
for i in range(100):
    place = jit(advance)(place)
    if i % 10 == 0:
        print(i, energy(place))
