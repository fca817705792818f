import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 3)
    return (
        jax.random.normal(k[0], (5,)),
        jax.random.normal(k[1], (5,)) * 0.1,
        jax.random.uniform(k[2], (5,)) * 0.1,
        jnp.float32(3),
    )


def run(params, m, v, step):
    """Adam's parameter update for step >= 1 from the moments m and v >= 0."""
    m_hat = m / (1 - 0.9**step)
    v_hat = v / (1 - 0.999**step)
    return params - 1e-3 * m_hat / (jnp.sqrt(v_hat) + 1e-8)
