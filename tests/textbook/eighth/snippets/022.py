"""Exponential moving average of parameters with bias correction."""
import jax
import jax.numpy as jnp

DECAY = 0.999


class EmaTracker:
    def __init__(self, params):
        self.num_updates = 0
        self.average = jax.tree.map(jnp.zeros_like, params)

        @jax.jit
        def blend(average, params):
            self.num_updates += 1
            return jax.tree.map(lambda a, p: DECAY * a + (1 - DECAY) * p, average, params)

        self._blend = blend

    def update(self, params):
        self.average = self._blend(self.average, params)

    def value(self):
        correction = 1.0 - DECAY**self.num_updates
        return jax.tree.map(lambda a: a / correction, self.average)


if __name__ == "__main__":
    params = {"w": jnp.ones((1024, 1024)), "b": jnp.ones((1024,))}
    tracker = EmaTracker(params)
    for _ in range(5_000):
        tracker.update(params)
    print("updates:", tracker.num_updates)
    print("averaged bias:", float(tracker.value()["b"][0]))
