"""Simulated annealing of a spin glass with a trainer-like class."""
import jax
import jax.numpy as jnp
import numpy as np


class Couplings:
    """Nearest-neighbour Edwards-Anderson couplings on a torus."""

    def __init__(self, size, rng):
        self.right = rng.choice([-1.0, 1.0], (size, size)).astype(np.float32)
        self.down = rng.choice([-1.0, 1.0], (size, size)).astype(np.float32)


def local_field(s, right, down):
    f = right * jnp.roll(s, -1, -1) + jnp.roll(right * s, 1, -1)
    return f + down * jnp.roll(s, -1, -2) + jnp.roll(down * s, 1, -2)


def energy(s, right, down):
    bonds = right * s * jnp.roll(s, -1, -1) + down * s * jnp.roll(s, -1, -2)
    return -bonds.mean((-1, -2))


class Annealer:
    def __init__(self, couplings, temperature, replicas):
        self.right = jnp.asarray(couplings.right)
        self.down = jnp.asarray(couplings.down)
        self.temperature = temperature
        size = couplings.right.shape[0]
        self.checker = jnp.asarray((np.indices((size, size)).sum(0) % 2).astype(np.float32))
        self.replicas = replicas
        self.sweep = jax.jit(self._sweep)

    def start(self, rng):
        shape = (self.replicas,) + self.right.shape
        return jax.device_put(rng.choice([-1.0, 1.0], shape).astype(np.float32))

    def _sweep(self, s, key, right, down, checker):
        """20 checkerboard sweeps at the present temperature."""

        def half(s, inp):
            key, parity = inp
            field = local_field(s, right, down)
            p_up = jax.nn.sigmoid(2.0 * field / self.temperature)
            new = jnp.where(jax.random.uniform(key, s.shape) < p_up, 1.0, -1.0)
            return jnp.where(checker == parity, new, s), None

        keys = jax.random.split(key, 40)
        parity = jnp.arange(40) % 2
        s, _ = jax.lax.scan(half, s, (keys, parity))
        return s, energy(s, right, down)

    def cool(self, factor):
        self.temperature *= factor


def main(size=64, replicas=16, rounds=40):
    rng = np.random.default_rng(0)
    annealer = Annealer(Couplings(size, rng), temperature=3.0, replicas=replicas)
    spins = annealer.start(rng)
    keys = np.asarray(jax.random.split(jax.random.PRNGKey(0), rounds))
    trace = []
    for key in keys:
        spins, e = annealer.sweep(spins, key, annealer.right, annealer.down, annealer.checker)
        trace.append(e)
        annealer.cool(0.93)
    trace = np.stack(jax.device_get(trace))
    for r in range(0, rounds, 10):
        print(f"round {r:3d}: energy per spin {trace[r].mean():.4f}")
    print(f"best replica {trace[-1].min():.4f} at T = {annealer.temperature:.3f}")


if __name__ == "__main__":
    main()
