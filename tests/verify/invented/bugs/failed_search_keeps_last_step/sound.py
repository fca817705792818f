import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)), 0.5)


def run(w, first):
    """Backtracking on f(w) = sum w^4: new weights, unchanged if five halvings do not help."""
    f = lambda v: jnp.sum(v**4)
    g = jax.grad(f)(w)
    rates = first * 0.5 ** jnp.arange(5, dtype=w.dtype)
    good = jax.vmap(lambda r: f(w - r * g) < f(w))(rates)
    rate = rates[jnp.argmax(good)]
    return jnp.where(good.any(), w - rate * g, w)
