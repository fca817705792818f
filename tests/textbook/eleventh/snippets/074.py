import equinox as eqx
import jax
import jax.numpy as jnp


@jax.jit
def normalise(weights):
    total = jnp.sum(weights)
    eqx.error_if(total, total <= 0, "weights must have a positive sum")
    return weights / total


@jax.jit
def resample(key, particles, weights):
    p = normalise(weights)
    idx = jax.random.choice(key, particles.shape[0], (particles.shape[0],), p=p)
    return particles[idx]


key = jax.random.key(0)
particles = jnp.linspace(-1.0, 1.0, 8)
weights = jnp.exp(-(particles**2))
print(resample(key, particles, weights))
