from functools import partial

import jax
import jax.numpy as jnp


class Annealer:
    """Softmax policy with a temperature that is lowered over time."""

    def __init__(self, values):
        self.values = values
        self.temperature = 5.0

    @partial(jax.jit, static_argnums=0)
    def sample(self, key):
        return jax.random.categorical(key, self.values / self.temperature)

    def cool(self, factor):
        self.temperature *= factor


def main():
    policy = Annealer(jnp.array([1.0, 2.0, 3.0, 4.0]))
    key = jax.random.key(0)
    picks = []
    for _ in range(200):
        key, sub = jax.random.split(key)
        picks.append(policy.sample(sub))
        policy.cool(0.97)
    print(jnp.bincount(jnp.stack(picks), length=4))


if __name__ == "__main__":
    main()
