import jax
import jax.numpy as jnp


@jax.jit
def simulate(position, velocity):
    dt = 0.01
    for _ in range(2000):
        acceleration = -jnp.sin(position)
        velocity = velocity + dt * acceleration
        position = position + dt * velocity
    return position, velocity


angles = jnp.linspace(0.0, 3.0, 50)
final, speed = simulate(angles, jnp.zeros(50))
print(final.mean(), speed.mean())
