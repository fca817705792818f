import dataclasses
import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Optics:
    focal: jax.Array
    pixels: int = dataclasses.field(metadata=dict(static=True))

    @jax.jit
    def propagate(self, field):
        grid = jnp.linspace(-1.0, 1.0, self.pixels)
        r2 = grid[:, None] ** 2 + grid[None, :] ** 2
        return jnp.fft.fft2(field * jnp.exp(-1j * r2 / self.focal))


@jax.jit
def sharpness(optics, field):
    return jnp.max(jnp.abs(optics.propagate(field)) ** 2)


if __name__ == "__main__":
    lens = Optics(jnp.float32(0.3), 64)
    print(sharpness(lens, jnp.ones((64, 64))), jax.grad(sharpness)(lens, jnp.ones((64, 64))))
