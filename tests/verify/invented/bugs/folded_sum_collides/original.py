import jax
import jax.numpy as jnp


def inputs(key):
    return (key, 1, 4)


def run(key, epochs, steps):
    """One normal draw for each (epoch, step)."""
    out = []
    for e in range(epochs):
        k = jax.random.fold_in(key, e)
        out.append([jax.random.normal(jax.random.fold_in(k, s)) for s in range(steps)])
    return jnp.array(out)
