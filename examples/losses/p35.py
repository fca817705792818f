"""Tune a feedback controller for a chain of coupled pendulums by gradient descent."""

import jax
import jax.numpy as jnp

LINKS = 32
SCENARIOS = 128
HORIZON = 300
DT = 0.02
ITERATIONS = 40


def dynamics(theta, omega, torque):
    coupling = jnp.roll(theta, 1, -1) + jnp.roll(theta, -1, -1) - 2 * theta
    return 4.0 * jnp.sin(theta) + 6.0 * coupling - 0.1 * omega + torque


def controller(gains, theta, omega):
    return -jnp.tanh(jnp.concatenate([theta, omega], -1) @ gains["hidden"]) @ gains["out"]


def advance(gains, state):
    theta, omega = state
    torque = controller(gains, theta, omega)
    omega = omega + DT * dynamics(theta, omega, torque)
    theta = theta + DT * omega
    return (theta, omega), torque


def simulate(gains, start):
    def body(state, _):
        state, torque = advance(gains, state)
        return state, (state[0], torque)

    return jax.lax.scan(body, start, None, length=HORIZON)[1]


def tracking_cost(gains, start):
    angles, _ = simulate(gains, start)
    return jnp.mean(angles**2)


def effort_cost(gains, start):
    _, torques = simulate(gains, start)
    return jnp.mean(torques**2)


def total_cost(gains, start):
    track = tracking_cost(gains, start)
    effort = effort_cost(gains, start)
    return track + 0.01 * effort, (track, effort)


@jax.jit
def descend(gains, start, lr):
    (_, parts), grads = jax.value_and_grad(total_cost, has_aux=True)(gains, start)
    norm = jnp.sqrt(sum(jnp.sum(g**2) for g in jax.tree.leaves(grads)))
    scale = lr / jnp.maximum(norm, 1.0)
    return jax.tree.map(lambda p, g: p - scale * g, gains, grads), parts


def main():
    k1, k2, k3 = jax.random.split(jax.random.PRNGKey(0), 3)
    gains = {
        "hidden": 0.3 * jax.random.normal(k1, (2 * LINKS, 48)),
        "out": 0.1 * jax.random.normal(k2, (48, LINKS)),
    }
    start = (0.2 * jax.random.normal(k3, (SCENARIOS, LINKS)), jnp.zeros((SCENARIOS, LINKS)))
    log = []
    for _ in range(ITERATIONS):
        gains, parts = descend(gains, start, 0.3)
        log.append(parts)
    log = jax.device_get(log)
    for i in (0, ITERATIONS // 2, ITERATIONS - 1):
        print(f"iteration {i:3d} tracking {log[i][0]:.4f} effort {log[i][1]:.4f}")


if __name__ == "__main__":
    main()
