import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)), 0.5)


def run(w, first):
    """Backtracking on f(w) = sum w^4: new weights, unchanged if five halvings do not help."""
    f = lambda v: jnp.sum(v**4)
    g = jax.grad(f)(w)
    rate = first
    for _ in range(5):
        if f(w - rate * g) < f(w):
            break
        rate = rate / 2
    else:
        rate = 0.0
    return w - rate * g
