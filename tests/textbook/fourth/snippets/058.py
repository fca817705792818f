import jax
import jax.numpy as jnp


def energy(x):
    return jnp.sum(x ** 4) + jnp.sum(jnp.sin(x[1:] * x[:-1]))


def curvature_along(x, v):
    return jax.jvp(jax.grad(energy), (x,), (v,))[1]


@jax.jit
def power_iteration(x, v):
    def body(_, v):
        hv = curvature_along(x, v)
        return hv / jnp.linalg.norm(hv)

    v = jax.lax.fori_loop(0, 20, body, v)
    return v @ curvature_along(x, v)


x = jax.random.normal(jax.random.key(0), (400,))
print(power_iteration(x, jnp.ones(400) / 20.0))
