import equinox as eqx
import jax
import jax.numpy as jnp


class Affine(eqx.Module):
    weight: jax.Array
    shift: jax.Array = eqx.field(static=True)

    def __call__(self, x):
        return self.weight * x + self.shift


model = Affine(jnp.ones(3), jnp.zeros(3))
print(eqx.filter_grad(lambda m, x: jnp.sum(m(x) ** 2))(model, jnp.ones(3)))
