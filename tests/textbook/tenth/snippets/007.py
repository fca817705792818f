import functools

import jax
import jax.numpy as jnp


class Sampler:
    def __init__(self, vocab, temperature):
        self.vocab = vocab
        self.temperature = temperature

    @functools.partial(jax.jit, static_argnums=0)
    def probs(self, logits):
        return jax.nn.softmax(logits / self.temperature)

    def sample(self, key, logits):
        p = self.probs(logits)
        return jax.random.choice(key, self.vocab, p=p)

    def anneal(self, factor):
        self.temperature = self.temperature * factor


sampler = Sampler(vocab=5, temperature=2.0)
logits = jnp.array([0.1, 2.0, -1.0, 0.5, 1.5])
key = jax.random.key(0)
tokens = []
for i in range(4):
    tokens.append(sampler.sample(jax.random.fold_in(key, i), logits))
    sampler.anneal(0.5)
print(jnp.stack(tokens), sampler.probs(logits))
