"""Swing-up of a cart-pole by direct single shooting."""
import numpy as np
import jax
import jax.numpy as jnp

HORIZON = 48
DT = 0.04
GOAL = jnp.array([0.0, jnp.pi, 0.0, 0.0])


def dynamics(s, u):
    x, th, v, w = s
    mc, mp, l, g = 1.0, 0.25, 0.5, 9.81
    sn, cs = jnp.sin(th), jnp.cos(th)
    den = mc + mp * sn ** 2
    acc = (u + mp * sn * (l * w ** 2 + g * cs)) / den
    ang = (-u * cs - mp * l * w ** 2 * cs * sn - (mc + mp) * g * sn) / (l * den)
    return jnp.stack([v, w, acc, ang])


def integrate(s, u):
    mid = s + 0.5 * DT * dynamics(s, u)
    return s + DT * dynamics(mid, u)


def rollout_cost(us, s0):
    s = s0
    cost = 0.0
    for t in range(HORIZON):
        s = integrate(s, us[t])
        e = s - GOAL
        cost = cost + DT * (0.1 * e @ e + 0.01 * us[t] ** 2)
    e = s - GOAL
    return cost + 20.0 * e @ e


@jax.jit
def descend(us, m, v, k, s0):
    value, g = jax.value_and_grad(rollout_cost)(us, s0)
    g = g / jnp.maximum(1.0, jnp.linalg.norm(g) / 10.0)
    m = 0.9 * m + 0.1 * g
    v = 0.99 * v + 0.01 * g * g
    us = us - 0.05 * (m / (1 - 0.9 ** k)) / (jnp.sqrt(v / (1 - 0.99 ** k)) + 1e-6)
    return jnp.clip(us, -12.0, 12.0), m, v, k + 1.0, value


def optimise(s0, iters, seed):
    us = 0.5 * jax.random.normal(jax.random.key(seed), (HORIZON,))
    m = v = jnp.zeros_like(us)
    k = jnp.ones((), jnp.float32)
    costs = []
    for _ in range(iters):
        us, m, v, k, value = descend(us, m, v, k, s0)
        costs.append(value)
    return us, np.array(jax.device_get(costs))


def main():
    s0 = jnp.zeros(4)
    best = None
    for seed in range(2):
        us, costs = optimise(s0, 300, seed)
        print(f"seed {seed}: cost {costs[0]:.2f} -> {costs[-1]:.3f}")
        if best is None or costs[-1] < best[1]:
            best = (seed, costs[-1])
    print("best seed", best[0])


if __name__ == "__main__":
    main()
