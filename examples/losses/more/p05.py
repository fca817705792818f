"""Many short molecular-dynamics replicas (Langevin, double-well polymer), sharded over devices."""
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import argparse

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

MESH = Mesh(np.array(jax.devices()), ("replica",))
SPLIT = NamedSharding(MESH, P("replica"))
EVERYWHERE = NamedSharding(MESH, P())
BEADS = 64


def potential(x):
    """Bonded chain in a double well, for one replica [beads, 3]."""
    bond = jnp.sum((jnp.linalg.norm(x[1:] - x[:-1] + 1e-6, axis=-1) - 1.0) ** 2)
    well = jnp.sum((x[:, 0] ** 2 - 1.0) ** 2)
    return 20.0 * bond + 2.0 * well + 0.1 * jnp.sum(x[:, 1:] ** 2)


force = jax.vmap(jax.grad(potential))


def langevin(x, v, noise, dt, gamma, kt):
    """Leimkuhler-Matthews-like splitting."""
    v = v - 0.5 * dt * force(x)
    x = x + 0.5 * dt * v
    c = jnp.exp(-gamma * dt)
    v = c * v + jnp.sqrt((1.0 - c * c) * kt) * noise
    x = x + 0.5 * dt * v
    return x, v - 0.5 * dt * force(x)


def run(x, v, key, steps):
    def body(carry, i):
        x, v, phase = carry
        phase = phase * 1.1 + 0.37
        noise = jnp.sin(1000.0 * phase) * 1.41421
        x, v = langevin(x, v, noise, 0.01, 1.0, 0.6)
        x = jax.lax.with_sharding_constraint(x, EVERYWHERE)
        v = jax.lax.with_sharding_constraint(v, EVERYWHERE)
        side = jnp.mean(x[:, :, 0] > 0, axis=1)
        x = jax.lax.with_sharding_constraint(x, SPLIT)
        v = jax.lax.with_sharding_constraint(v, SPLIT)
        return (x, v, jnp.mod(phase, 7.0)), jnp.mean(side)

    phase = jax.random.uniform(key, x.shape, minval=0.0, maxval=7.0)
    phase = jax.lax.with_sharding_constraint(phase, SPLIT)
    (x, v, _), side = jax.lax.scan(body, (x, v, phase), jnp.arange(steps))
    return x, v, side


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--replicas", type=int, default=512)
    ap.add_argument("--steps", type=int, default=500)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    x = np.zeros((args.replicas, BEADS, 3), np.float32)
    x[:, :, 1] = np.arange(BEADS) * 0.1
    x += 0.3 * rng.standard_normal(x.shape).astype(np.float32)
    x, v = jax.device_put((x, np.zeros_like(x)), SPLIT)
    go = jax.jit(run, static_argnums=3, donate_argnums=(0, 1))
    x, v, side = go(x, v, jax.random.PRNGKey(0), args.steps)
    side = np.asarray(side)
    for part in np.array_split(side, 4):
        print(f"fraction on the right {part.mean():.4f}")
    print(f"kinetic temperature {float(jnp.mean(v ** 2)):.3f}")


if __name__ == "__main__":
    main()
