import jax
import jax.numpy as jnp


def safe_radius(xy):
    sq = jnp.sum(xy**2, axis=-1)
    return jnp.where(sq > 0.0, jnp.sqrt(sq), 0.0)


def potential(xy, stiffness=4.0):
    return 0.5 * stiffness * jnp.sum((safe_radius(xy) - 1.0) ** 2)


force = jax.jit(jax.grad(lambda xy: -potential(xy)))


def simulate(xy, dt=1e-2, steps=100):
    def body(state, _):
        pos, vel = state
        vel = vel + dt * force(pos)
        return (pos + dt * vel, vel), None

    (xy, _), _ = jax.lax.scan(body, (xy, jnp.zeros_like(xy)), length=steps)
    return xy


print(simulate(jnp.zeros((3, 2))))
