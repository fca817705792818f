"""Estimate an initial temperature field from a late observation through an ignition model."""

import jax
import jax.numpy as jnp

N = 128
STEPS = 400
DT = 0.1
ITERATIONS = 6


def laplacian(u):
    return (
        jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u
    )


def reaction(temp, fuel):
    rate = fuel * jnp.exp(-1.0 / (0.15 + jax.nn.softplus(temp)))
    cooling = 0.05 * jnp.tanh(temp) * jnp.sqrt(1.0 + temp**2)
    return rate, cooling


def evolve(state, _):
    temp, fuel = state
    rate, cooling = reaction(temp, fuel)
    temp = temp + DT * (0.8 * laplacian(temp) + rate - cooling)
    fuel = fuel + DT * (0.1 * laplacian(fuel) - 0.2 * rate)
    return (temp, fuel), None


def simulate(temp):
    start = (temp, jnp.ones_like(temp))
    (temp, _), _ = jax.lax.scan(evolve, start, None, length=STEPS)
    return temp


def misfit(temp, observed):
    return 0.5 * jnp.sum((simulate(temp) - observed) ** 2) + 1e-4 * jnp.sum(laplacian(temp) ** 2)


@jax.jit
def descend(temp, velocity, observed):
    value, grad = jax.value_and_grad(misfit)(temp, observed)
    velocity = 0.8 * velocity - 0.3 * grad
    return temp + velocity, velocity, value


def main():
    axis = jnp.linspace(-1, 1, N)
    truth = jnp.exp(-((axis[:, None] - 0.2) ** 2 + (axis[None, :] + 0.1) ** 2) / 0.05)
    observed = jax.jit(simulate)(truth)
    temp, velocity = jnp.full((N, N), 0.1), jnp.zeros((N, N))
    values = []
    for _ in range(ITERATIONS):
        temp, velocity, value = descend(temp, velocity, observed)
        values.append(value)
    values = jax.device_get(values)
    print("misfit %.4f -> %.4f" % (values[0], values[-1]))


if __name__ == "__main__":
    main()
