import equinox as eqx
import jax
import jax.numpy as jnp


class Normaliser(eqx.Module):
    mean: jax.Array = eqx.field(static=True)
    scale: jax.Array

    def __call__(self, x):
        return self.scale * (x - self.mean)


@eqx.filter_jit
def apply(module, batch):
    return jax.vmap(module)(batch)


data = jax.random.normal(jax.random.key(0), (100, 4)) + 2.0
module = Normaliser(mean=jnp.mean(data, axis=0), scale=jnp.ones(4))
print(apply(module, data).mean(axis=0))
