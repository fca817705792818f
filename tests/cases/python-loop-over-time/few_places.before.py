# not executed: what is shown is how much a loop matters
"""Loops over as many places as `size` says."""

import jax
import jax.numpy as jnp


class Shop:
    def served(self, queue, times, places: jax.Array):
        for at in places:  # want: JOL202 (info)
            queue = queue.at[at].add(-1)
            times = times.at[at].set(times[at] + queue[at])
        return queue, times

    def served_all(self, queue, times, places: jax.Array):
        for at in places:  # want: JOL202 (warning)
            queue = queue.at[at].add(-1)
            times = times.at[at].set(times[at] + queue[at])
        return queue, times

    @jax.jit
    def step(self, queue, times):
        first = jnp.where(queue > 0, size=1)[0]
        every = jnp.where(queue > 0, size=64)[0]
        queue, times = self.served(queue, times, first)
        return self.served_all(queue, times, every)
