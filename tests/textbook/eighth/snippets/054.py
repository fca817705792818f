"""Learn a diffusion coefficient through 200 explicit time steps."""
import jax
import jax.numpy as jnp

CELLS, TIME_STEPS, DT = 1024, 200, 0.2


def diffuse(u, log_kappa):
    kappa = jnp.exp(log_kappa)

    def step(_, u):
        flux = kappa * (jnp.roll(u, 1) - 2.0 * u + jnp.roll(u, -1))
        return u + DT * flux

    return jax.lax.fori_loop(0, TIME_STEPS, step, u)


def loss_fn(log_kappa, u0, observed):
    return jnp.mean((diffuse(u0, log_kappa) - observed) ** 2)


@jax.jit
def fit(log_kappa, u0, observed):
    def body(value, _):
        loss, grad = jax.value_and_grad(loss_fn)(value, u0, observed)
        return value - 2.0 * grad, loss

    return jax.lax.scan(body, log_kappa, None, length=200)


if __name__ == "__main__":
    waves = 2.0 * jnp.pi * jnp.arange(CELLS) / CELLS
    u0 = jnp.sin(8.0 * waves) + jnp.sin(21.0 * waves)
    true_log_kappa = jnp.log(0.7)
    observed = diffuse(u0, true_log_kappa)
    fitted, losses = fit(jnp.log(0.3), u0, observed)
    print("kappa", float(jnp.exp(fitted)), "loss", float(losses[-1]))
