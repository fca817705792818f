import jax
import jax.numpy as jnp


@jax.jit
def score(prefix):
    return jnp.tanh(prefix).sum()


tokens = jnp.arange(300.0)
scores = []
for end in range(1, 300):
    scores.append(score(tokens[:end]))
print(jnp.stack(scores))
