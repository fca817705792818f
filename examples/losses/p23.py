"""Simulated annealing of a travelling-salesman tour."""

import jax
import jax.numpy as jnp
import numpy as np

CITIES = 60
WALKERS = 64
ROUNDS = 60
MOVES = 200


class Annealer:
    def __init__(self, cities, t_start=1.0, t_end=0.01):
        self.distance = jnp.linalg.norm(cities[:, None] - cities[None, :], axis=-1)
        self.temperature = t_start
        self.cooling = (t_end / t_start) ** (1.0 / ROUNDS)
        self.round = jax.jit(self._round)

    def length(self, tours):
        return self.distance[tours, jnp.roll(tours, -1, axis=-1)].sum(-1)

    def _move(self, carry, key):
        tours, lengths = carry
        k_pair, k_accept = jax.random.split(key)
        pair = jnp.sort(jax.random.randint(k_pair, (WALKERS, 2), 0, CITIES), axis=1)
        i, j = pair[:, :1], pair[:, 1:]
        pos = jnp.arange(CITIES)[None, :]
        source = jnp.where((pos >= i) & (pos <= j), i + j - pos, pos)
        candidate = jnp.take_along_axis(tours, source, axis=1)
        new_lengths = self.length(candidate)
        u = jax.random.uniform(k_accept, (WALKERS,))
        ok = jnp.log(u) < (lengths - new_lengths) / self.temperature
        tours = jnp.where(ok[:, None], candidate, tours)
        return (tours, jnp.where(ok, new_lengths, lengths)), ok.mean()

    def _round(self, tours, key):
        carry = (tours, self.length(tours))
        (tours, lengths), rates = jax.lax.scan(self._move, carry, jax.random.split(key, MOVES))
        return tours, lengths, rates.mean()

    def solve(self, tours, key):
        log = []
        for _ in range(ROUNDS):
            key, sub = jax.random.split(key)
            tours, lengths, rate = self.round(tours, sub)
            log.append((lengths.min(), rate))
            self.temperature *= self.cooling
        return tours, jax.device_get(log)


def main():
    k_cities, k_start, k_run = jax.random.split(jax.random.PRNGKey(0), 3)
    cities = jax.random.uniform(k_cities, (CITIES, 2))
    tours = jax.vmap(lambda k: jax.random.permutation(k, CITIES))(jax.random.split(k_start, WALKERS))
    annealer = Annealer(cities)
    tours, log = annealer.solve(tours, k_run)
    for r in (0, ROUNDS // 2, ROUNDS - 1):
        print(f"round {r:3d} best length {log[r][0]:.3f} acceptance {log[r][1]:.3f}")
    print("final temperature %.4f" % annealer.temperature)


if __name__ == "__main__":
    main()
