import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Kernel:
    lengthscale: float
    degree: int

    @functools.partial(jax.jit, static_argnums=0)
    def gram(self, x, y):
        dots = x @ y.T / self.lengthscale**2
        out = jnp.ones_like(dots)
        for _ in range(self.degree):
            out = out * (1.0 + dots)
        return out


kernel = Kernel(lengthscale=2.0, degree=3)
for batch in jnp.split(jnp.ones((64, 5)), 4):
    print(kernel.gram(batch, batch).sum())
