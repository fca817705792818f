# not executed: reported without a fix
import jax
import jax.numpy as jnp

SETTINGS = [(0.1, 0.2), (0.1, 0.4), (0.1, 0.8), (0.2, 0.2), (0.2, 0.4), (0.2, 0.8), (0.4, 0.2), (0.4, 0.4)]


def simulated(gain, roll, pitch):
    def step(state, _):
        return jnp.tanh(state * gain) + jnp.sin(roll) * jnp.cos(pitch), None

    return jnp.sum(jax.lax.scan(step, jnp.zeros(3), None, length=500)[0])


@jax.jit
def loss(gain):
    total = 0.0
    for roll, pitch in SETTINGS:  # want: JOL201 (warning) "traced and compiled on its own"
        one = simulated(gain, roll, pitch)
        total += one
    return total / len(SETTINGS)
