import jax
import jax.numpy as jnp


def inputs(key):
    x = jax.random.normal(key, (32,))
    return (x.at[0].set(0.0).at[-1].set(0.0),)


def run(u):
    """One explicit diffusion step with insulated ends (the end value is its own neighbour)."""
    n = u.shape[0]
    new = []
    for i in range(n):
        left = u[max(i - 1, 0)]
        right = u[min(i + 1, n - 1)]
        new.append(u[i] + 0.25 * (left - 2 * u[i] + right))
    return jnp.stack(new)
