import jax
import jax.numpy as jnp

measurements = iter([0.9, 1.1, 1.05, 0.97, 1.02, 0.99])


@jax.jit
def track(estimate):
    def body(i, state):
        mean, gain = state
        value = next(measurements)
        mean = mean + gain * (value - mean)
        return mean, gain * 0.8

    return jax.lax.fori_loop(0, 6, body, (estimate, jnp.float32(0.5)))


mean, gain = track(jnp.float32(0.0))
print(mean, gain)
