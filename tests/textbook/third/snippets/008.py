import equinox as eqx
import jax
import jax.numpy as jnp


class RandomFeatures(eqx.Module):
    weight: jax.Array
    frequencies: jax.Array = eqx.field(static=True)
    out_dim: int = eqx.field(static=True)

    def __init__(self, in_dim, out_dim, n_freq, *, key):
        k1, k2 = jax.random.split(key)
        self.frequencies = jax.random.normal(k1, (in_dim, n_freq))
        self.weight = jax.random.normal(k2, (n_freq, out_dim)) / n_freq**0.5
        self.out_dim = out_dim

    def __call__(self, x):
        return jnp.cos(x @ self.frequencies) @ self.weight


features = RandomFeatures(3, 8, 256, key=jax.random.key(0))
apply = eqx.filter_jit(lambda m, x: jax.vmap(m)(x))
print(apply(features, jnp.ones((10, 3))).shape)
