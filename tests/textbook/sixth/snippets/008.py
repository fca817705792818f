import jax
import jax.numpy as jnp

NUM_SAMPLES = 100_000


def decay_curve(theta, times):
    amplitude, rate, offset = theta
    return amplitude * jnp.exp(-rate * times) + offset


@jax.jit
def gauss_newton_step(theta, times, observed):
    residual = decay_curve(theta, times) - observed
    jac = jax.jacrev(decay_curve)(theta, times)
    delta = jnp.linalg.solve(jac.T @ jac + 1e-6 * jnp.eye(3), jac.T @ residual)
    return theta - delta


if __name__ == "__main__":
    times = jnp.linspace(0.0, 10.0, NUM_SAMPLES)
    noise = 0.01 * jax.random.normal(jax.random.key(0), (NUM_SAMPLES,))
    observed = decay_curve(jnp.array([2.0, 0.7, 0.1]), times) + noise
    theta = jnp.array([1.0, 0.5, 0.0])
    for _ in range(20):
        theta = gauss_newton_step(theta, times, observed)
    print("fitted parameters:", theta)
