# not executed: what is shown is how much a loop matters
"""Loops over as many places as `size` says."""

import jax
import jax.numpy as jnp


class Shop:
    def served(self, queue, times, places: jax.Array):
        def step(carry, at):
            queue, times = carry
            queue = queue.at[at].add(-1)
            times = times.at[at].set(times[at] + queue[at])
            return (queue, times), None

        (queue, times), _ = jax.lax.scan(step, (queue, times), places)
        return queue, times

    def served_all(self, queue, times, places: jax.Array):
        def step(carry, at):
            queue, times = carry
            queue = queue.at[at].add(-1)
            times = times.at[at].set(times[at] + queue[at])
            return (queue, times), None

        (queue, times), _ = jax.lax.scan(step, (queue, times), places)
        return queue, times

    @jax.jit
    def step(self, queue, times):
        first = jnp.where(queue > 0, size=1)[0]
        every = jnp.where(queue > 0, size=64)[0]
        queue, times = self.served(queue, times, first)
        return self.served_all(queue, times, every)
