import jax
import jax.numpy as jnp


@jax.jit
def to_pixels(x):
    scaled = 255 * x
    return jnp.clip(scaled, a_min=0, a_max=255).astype(jnp.uint8)


print(to_pixels(jnp.linspace(-0.5, 1.5, 5)))
