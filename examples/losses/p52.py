"""Spin-glass Monte Carlo with replicas spread over several devices."""

import os

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

REPLICAS = 256
SIZE = 128
SWEEPS = 60

mesh = Mesh(np.array(jax.devices()), ("replica",))
spread = NamedSharding(mesh, P("replica"))


def couplings(key):
    kx, ky = jax.random.split(key)
    shape = (SIZE, SIZE)
    return jnp.sign(jax.random.normal(kx, shape)), jnp.sign(jax.random.normal(ky, shape))


def local_field(spins, jx, jy):
    right = jx * jnp.roll(spins, -1, 2)
    left = jnp.roll(jx, 1, 1) * jnp.roll(spins, 1, 2)
    down = jy * jnp.roll(spins, -1, 1)
    up = jnp.roll(jy, 1, 0) * jnp.roll(spins, 1, 1)
    return right + left + down + up


@partial(jax.jit, donate_argnums=0)
def sweep(spins, noise_seed, jx, jy, beta):
    row = jnp.arange(SIZE)
    parity = (row[:, None] + row[None, :]) % 2
    for colour in (0, 1):
        field = local_field(spins, jx, jy)
        bits = jax.lax.broadcasted_iota(jnp.uint32, spins.shape, 0) * jnp.uint32(2654435761)
        bits = bits ^ (jax.lax.broadcasted_iota(jnp.uint32, spins.shape, 1) * jnp.uint32(40503))
        bits = bits ^ (jax.lax.broadcasted_iota(jnp.uint32, spins.shape, 2) * jnp.uint32(2246822519))
        bits = bits + noise_seed * jnp.uint32(3266489917) + jnp.uint32(colour * 668265263)
        bits = (bits ^ (bits >> 15)) * jnp.uint32(2246822519)
        bits = (bits ^ (bits >> 13)) * jnp.uint32(3266489917)
        u = (bits >> 8).astype(jnp.float32) / 16777216.0
        flip = (u < jax.nn.sigmoid(-2.0 * beta * spins * field)) & (parity == colour)
        spins = jnp.where(flip, -spins, spins)
    return spins


@jax.jit
def energy(spins, jx, jy):
    return -0.5 * jnp.mean(spins * local_field(spins, jx, jy), axis=(1, 2))


class Recorder:
    def __init__(self, jx, jy):
        self.device = jax.devices()[0]
        self.jx = jax.device_put(jx, self.device)
        self.jy = jax.device_put(jy, self.device)
        self.energies = []

    def record(self, spins):
        gathered = jax.device_put(spins, self.device)
        self.energies.append(energy(gathered, self.jx, self.jy).mean())


def main():
    key, sub = jax.random.split(jax.random.PRNGKey(0))
    jx, jy = couplings(sub)
    spins = jnp.sign(jax.random.normal(key, (REPLICAS, SIZE, SIZE)))
    spins = jax.device_put(spins, spread)
    recorder = Recorder(jx, jy)
    everywhere = NamedSharding(mesh, P())
    jx, jy = jax.device_put((jx, jy), everywhere)
    for n in range(SWEEPS):
        beta = 0.2 + 1.3 * n / SWEEPS
        spins = sweep(spins, np.uint32(n), jx, jy, beta)
        recorder.record(spins)
    energies = jax.device_get(recorder.energies)
    print("energy per site %.4f -> %.4f" % (energies[0], energies[-1]))


if __name__ == "__main__":
    main()
