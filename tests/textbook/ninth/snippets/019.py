import jax
import jax.numpy as jnp

NUM_STEPS = 20_000
STATE_DIM = 16
DT = 1e-3


def drift(state):
    return jnp.roll(state, 1) * (jnp.roll(state, -1) - jnp.roll(state, 2)) - state + 8.0


@jax.jit
def simulate(initial_state):
    """Lorenz-96 trajectory, every row written into one preallocated buffer."""

    def body(i, carry):
        state, trajectory = carry
        k1 = drift(state)
        k2 = drift(state + 0.5 * DT * k1)
        state = state + DT * k2
        return state, trajectory.at[i].set(state)

    trajectory = jnp.zeros((NUM_STEPS, STATE_DIM))
    _, trajectory = jax.lax.fori_loop(0, NUM_STEPS, body, (initial_state, trajectory))
    return trajectory


initial_state = 8.0 + 0.01 * jax.random.normal(jax.random.key(0), (STATE_DIM,))
trajectory = simulate(initial_state)
print(trajectory.shape, "climatological mean", float(trajectory[5_000:].mean()))
