import jax
import jax.numpy as jnp


def log_marginal(x, y, length, noise):
    x = jnp.asarray(x, dtype=jnp.float64)
    d2 = (x[:, None] - x[None, :]) ** 2
    k = jnp.exp(-0.5 * d2 / length**2) + noise * jnp.eye(x.shape[0])
    chol = jnp.linalg.cholesky(k)
    alpha = jax.scipy.linalg.cho_solve((chol, True), y)
    return -0.5 * y @ alpha - jnp.log(jnp.diag(chol)).sum()


fit = jax.jit(jax.value_and_grad(log_marginal, argnums=(2, 3)))

if __name__ == "__main__":
    xs = [0.01 * i for i in range(500)]
    print(fit(xs, jnp.sin(jnp.arange(500) * 0.01), 0.5, 1e-8))
