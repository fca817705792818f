"""Fit the interaction matrix of a fixed-point (equilibrium) layer of 128 units."""
import jax
import jax.numpy as jnp

UNITS, TOL, MAX_ITERS = 128, 1e-5, 200


def equilibrium(weights, drive):
    def not_converged(carry):
        i, z, delta = carry
        return (i < MAX_ITERS) & (delta > TOL)

    def iterate(carry):
        i, z, _ = carry
        new = jnp.tanh(weights @ z + drive)
        return i + 1, new, jnp.max(jnp.abs(new - z))

    init = (0, jnp.zeros_like(drive), jnp.inf)
    return jax.lax.while_loop(not_converged, iterate, init)[1]


def loss_fn(weights, drive, target):
    return jnp.mean((equilibrium(weights, drive) - target) ** 2)


@jax.jit
def train_step(weights, drive, target):
    loss, grad = jax.value_and_grad(loss_fn)(weights, drive, target)
    return weights - 0.1 * grad, loss


if __name__ == "__main__":
    kw, kd, kt = jax.random.split(jax.random.key(0), 3)
    weights = 0.3 * jax.random.normal(kw, (UNITS, UNITS)) / UNITS**0.5
    drive = jax.random.normal(kd, (UNITS,))
    target = jnp.tanh(jax.random.normal(kt, (UNITS,)))
    for _ in range(500):
        weights, loss = train_step(weights, drive, target)
    print("loss", float(loss))
