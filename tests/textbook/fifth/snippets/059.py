import equinox as eqx
import jax
import jax.numpy as jnp


class Affine(eqx.Module):
    weight: jax.Array
    power: int = eqx.field(static=True)

    def __call__(self, x):
        if self.power == 1:
            return self.weight * x
        return self.weight * x**self.power


model = Affine(jnp.ones(3), 2)
print(eqx.filter_jit(eqx.filter_grad(lambda m, x: jnp.sum(m(x))))(model, jnp.ones(3)).weight)
