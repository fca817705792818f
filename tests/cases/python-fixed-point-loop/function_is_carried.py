"""What goes from turn to turn is a function, which no loop of JAX carries."""

import jax
import jax.numpy as jnp


def damped(function):
    return lambda x: 0.5 * function(x)


@jax.jit
def derivative(x: jax.Array):
    f = jnp.tanh
    for _ in range(40):
        f = damped(f)
    return f(x)


@jax.jit
def over_leaves(tree):
    f = jnp.tanh
    for _ in range(40):
        f = damped(f)
    return jax.tree.map(f, tree)
