"""Explicit Euler integration of a 256-oscillator Kuramoto network."""
import jax
import jax.numpy as jnp

N_OSC = 256
N_STEPS = 10_000
DT = 1e-3


def drift(theta, omega, coupling):
    phase_diff = theta[None, :] - theta[:, None]
    return omega + jnp.mean(coupling * jnp.sin(phase_diff), axis=1)


@jax.jit
def simulate(theta, omega, coupling):
    for _ in range(N_STEPS):
        theta = theta + DT * drift(theta, omega, coupling)
    return theta


def order_parameter(theta):
    return jnp.abs(jnp.mean(jnp.exp(1j * theta)))


if __name__ == "__main__":
    k_theta, k_omega, k_k = jax.random.split(jax.random.key(0), 3)
    theta0 = jax.random.uniform(k_theta, (N_OSC,), maxval=2 * jnp.pi)
    omega = jax.random.normal(k_omega, (N_OSC,))
    coupling = 1.0 + jax.random.uniform(k_k, (N_OSC, N_OSC))
    print("order parameter", float(order_parameter(simulate(theta0, omega, coupling))))
