"""Times of calls that only dispatch: what they start has not ended."""

import logging
import time

import jax
import jax.numpy as jnp


class Solver:
    def __init__(self, dim, key):
        self._key = key
        self._mean = jnp.zeros(dim)
        self._draw = jax.jit(lambda key, mean: mean + jax.random.normal(key, (64, dim)))
        self._move = jax.jit(lambda pop, fit: pop[jnp.argmax(fit)])

    def ask(self):
        self._key, key = jax.random.split(self._key)
        self._population = self._draw(key, self._mean)
        return self._population

    def tell(self, fitness):
        self._mean = self._move(self._population, fitness)


class Simulation:
    def __init__(self, reward):
        self._scores = jax.jit(jax.vmap(reward))

    def evaluate(self, params):
        return self._scores(params)


def run(solver: Solver, simulation: Simulation, iterations):
    for i in range(iterations):
        began = time.perf_counter()
        params = solver.ask()
        logging.debug("ask: %.4f s", time.perf_counter() - began)

        began = time.perf_counter()
        scores = simulation.evaluate(params)
        logging.debug("evaluate: %.4f s", time.perf_counter() - began)  # want: JOL407

        began = time.perf_counter()
        solver.tell(scores)
        logging.debug("tell: %.4f s", time.perf_counter() - began)
