import jax
import jax.numpy as jnp


def residuals(theta, t, observed):
    """Damped oscillator with 4 parameters against 50,000 observations."""
    amp, decay, freq, phase = theta
    return amp * jnp.exp(-decay * t) * jnp.cos(freq * t + phase) - observed


@jax.jit
def levenberg_marquardt_step(theta, t, observed, damping):
    r = residuals(theta, t, observed)
    jac = jax.jacfwd(residuals)(theta, t, observed)
    normal = jac.T @ jac
    delta = jnp.linalg.solve(normal + damping * jnp.diag(jnp.diag(normal)), jac.T @ r)
    return theta - delta, jnp.sum(r**2)


t = jnp.linspace(0.0, 10.0, 50_000)
true = jnp.array([1.5, 0.2, 3.0, 0.4])
observed = residuals(true, t, 0.05 * jax.random.normal(jax.random.key(0), t.shape))
theta = jnp.array([1.2, 0.25, 2.9, 0.3])
for _ in range(50):
    theta, sse = levenberg_marquardt_step(theta, t, observed, 1e-3)
print(theta, sse)
