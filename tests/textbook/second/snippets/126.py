import equinox as eqx
import jax
import jax.numpy as jnp


class DEQ(eqx.Module):
    weight: jax.Array
    tol: float = eqx.field(static=True, default=1e-4)

    def __call__(self, x):
        z = jnp.zeros_like(x)
        z_next = jnp.tanh(self.weight @ z + x)
        while jnp.linalg.norm(z_next - z) > self.tol:
            z, z_next = z_next, jnp.tanh(self.weight @ z_next + x)
        return z_next


@eqx.filter_jit
def solve(model, x):
    return model(x)


def main():
    k1, k2 = jax.random.split(jax.random.key(0))
    model = DEQ(0.01 * jax.random.normal(k1, (128, 128)))
    return solve(model, jax.random.normal(k2, (128,)))
