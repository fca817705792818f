import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(optax.exponential_decay(0.1, 1000, 0.9), momentum=0.9)


def energy(coords, charges):
    diff = coords[:, None] - coords[None]
    dist = jnp.sqrt(jnp.sum(diff**2, axis=-1) + 1e-6)
    pair = charges[:, None] * charges[None] / dist
    return jnp.sum(jnp.triu(pair, k=1)) + jnp.sum(coords**2)


@jax.jit
def relax(coords, opt_state, charges):
    value, grads = jax.value_and_grad(energy)(coords, charges)
    updates, opt_state = tx.update(grads, opt_state, coords)
    coords = jax.tree.map(lambda c, u: c - u, coords, updates)
    return coords, opt_state, value
