"""The length of `unique` varies from one generation to the next, and a compiled function eats it."""

import jax
import jax.numpy as jnp


class Archive:
    def __init__(self, cells, dim):
        self.fitness = jnp.full((cells,), -jnp.inf)
        self.params = jnp.zeros((cells, dim))
        self.cells = None
        self.population = None

        def improve(cell, cells, fitness, archive_fitness, params, archive_params):
            best = jnp.where(cells == cell, fitness, -jnp.inf).argmax()
            better = fitness[best] > archive_fitness[cell]
            return (
                jnp.where(better, fitness[best], archive_fitness[cell]),
                jnp.where(better, params[best], archive_params[cell]),
            )

        self._improve = jax.jit(jax.vmap(improve, in_axes=(0, None, None, None, None, None)))

    def tell(self, fitness):
        touched = jnp.unique(self.cells)  # want: JOL104
        new_fitness, new_params = self._improve(
            touched, self.cells, fitness, self.fitness, self.population, self.params
        )
        self.fitness = self.fitness.at[touched].set(new_fitness)
        self.params = self.params.at[touched].set(new_params)
