"""Sampling tokens from a 32k vocabulary at several temperatures."""
from functools import partial

import jax
import jax.numpy as jnp

VOCAB, BATCH = 32_000, 64


class Sampler:
    def __init__(self, temperature: float, top_k: int = 50):
        self.temperature = temperature
        self.top_k = top_k

    @partial(jax.jit, static_argnums=0)
    def sample(self, key, logits):
        values, indices = jax.lax.top_k(logits / self.temperature, self.top_k)
        choice = jax.random.categorical(key, values, axis=-1)
        return jnp.take_along_axis(indices, choice[:, None], axis=-1)[:, 0]


def main():
    key = jax.random.key(0)
    logits_key, warm_key, cold_key = jax.random.split(key, 3)
    logits = 3.0 * jax.random.normal(logits_key, (BATCH, VOCAB))
    sampler = Sampler(temperature=1.0)
    warm = sampler.sample(warm_key, logits)
    sampler.temperature = 0.05
    cold = sampler.sample(cold_key, logits)
    greedy = jnp.argmax(logits, axis=-1)
    print("agreement with greedy, T=1.0 :", float(jnp.mean(warm == greedy)))
    print("agreement with greedy, T=0.05:", float(jnp.mean(cold == greedy)))


if __name__ == "__main__":
    main()
