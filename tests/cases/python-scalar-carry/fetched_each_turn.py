"""What is brought back to Python on each turn is a Python number every time."""
import jax
import jax.numpy as jnp


@jax.jit
def add(total, x):
    return total + jnp.mean(x)


def fetched(xs):
    total = 0.0
    for x in xs:
        total = float(add(total, x))
    last = 0.0
    for x in xs:
        last = add(last, x).item()
    return total, last


def renewed_before_the_call(xs):
    bound = 0.0
    for x in xs:
        bound = jnp.maximum(bound, jnp.max(x))
        y = add(bound, x)
    return y


def not_in_the_loop(xs):
    total = 0.0
    total = add(total, xs[0])
    return total


def unknown_function(step, xs):
    total = 0.0
    f = jax.jit(step)
    for x in xs:
        total = f(total, x)
    return total


def unknown_values(xs):
    total = 0.0
    for x in xs:
        total = keep(total, x)
    return total


@jax.jit
def keep(total, x):
    return total + x
