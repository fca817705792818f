import jax
import jax.numpy as jnp


@jax.jit
def simulate(position, velocity):
    dt = 0.01

    def step(state, _):
        position, velocity = state
        velocity = velocity - dt * jnp.sin(position)
        return (position + dt * velocity, velocity), None

    state, _ = jax.lax.scan(step, (position, velocity), length=2000)
    return state


angles = jnp.linspace(0.0, 3.0, 50)
final, speed = simulate(angles, jnp.zeros(50))
print(final.mean(), speed.mean())
