import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (7, 3)), jax.random.uniform(k2, (7,))


def run(positions, masses):
    """Softened gravitational accelerations."""
    out = []
    for p in positions:
        total = jnp.zeros_like(p)
        for q, m in zip(positions, masses):
            d = q - p
            total = total + m * d / (jnp.dot(d, d) + 0.01) ** 1.5
        out.append(total)
    return jnp.stack(out)
