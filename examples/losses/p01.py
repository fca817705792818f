"""Evolution strategy with a decaying mutation width on a rugged landscape."""

import jax
import jax.numpy as jnp

DIM = 24
POPULATION = 512
PARENTS = 64
GENERATIONS = 250


def landscape(x):
    return 10.0 * x.shape[-1] + jnp.sum(x**2 - 10.0 * jnp.cos(2 * jnp.pi * x), axis=-1)


class EvolutionStrategy:
    def __init__(self, sigma=1.0, decay=0.975):
        self.sigma = sigma
        self.decay = decay
        self.generation = 0
        self.step = jax.jit(self._step)

    def width(self):
        return self.sigma * self.decay**self.generation

    def _step(self, parents, key):
        k_pick, k_noise = jax.random.split(key)
        mothers, fathers = jax.random.randint(k_pick, (2, POPULATION), 0, PARENTS)
        children = 0.5 * (parents[mothers] + parents[fathers])
        children = children + self.width() * jax.random.normal(k_noise, children.shape)
        fitness = landscape(children)
        _, best = jax.lax.top_k(-fitness, PARENTS)
        self.generation += 1
        return children[best], fitness[best[0]]


def main():
    k_init, k_run = jax.random.split(jax.random.PRNGKey(0))
    parents = jax.random.uniform(k_init, (PARENTS, DIM), minval=-5.0, maxval=5.0)
    strategy = EvolutionStrategy()
    best = []
    for key in list(jax.random.split(k_run, GENERATIONS)):
        parents, value = strategy.step(parents, key)
        best.append(value)
    best = jax.device_get(best)
    for g in (0, GENERATIONS // 2, GENERATIONS - 1):
        print(f"generation {g:4d} best {best[g]:.4f}")
    print("generations seen", strategy.generation, "width %.4f" % strategy.width())


if __name__ == "__main__":
    main()
