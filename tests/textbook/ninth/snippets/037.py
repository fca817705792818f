from functools import partial

import jax
import jax.numpy as jnp


class CategoricalHead:
    """Maps features of width 512 to a distribution over 1,000 classes."""

    def __init__(self, key, in_dim=512, num_classes=1_000, temperature=1.0):
        self.kernel = jax.random.normal(key, (in_dim, num_classes)) * in_dim**-0.5
        self.temperature = temperature

    @partial(jax.jit, static_argnums=0)
    def probs(self, features):
        logits = features @ self.kernel
        return jax.nn.softmax(logits / self.temperature, axis=-1)


head_key, feature_key = jax.random.split(jax.random.key(0))
head = CategoricalHead(head_key)
features = jax.random.normal(feature_key, (256, 512))

warm = head.probs(features)

head.temperature = 0.1
cold = head.probs(features)

print("mean confidence at T=1.0:", float(jnp.max(warm, axis=-1).mean()))
print("mean confidence at T=0.1:", float(jnp.max(cold, axis=-1).mean()))
