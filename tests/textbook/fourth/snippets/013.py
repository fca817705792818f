import jax
import jax.numpy as jnp


@jax.jit
def robust_mean(samples, threshold):
    centre = jnp.median(samples)
    spread = jnp.median(jnp.abs(samples - centre))
    inliers = samples[jnp.abs(samples - centre) < threshold * spread]
    return jnp.mean(inliers), inliers.size


samples = jax.random.normal(jax.random.key(0), (200,))
samples = samples.at[::20].mul(30.0)
print(robust_mean(samples, 4.0))
