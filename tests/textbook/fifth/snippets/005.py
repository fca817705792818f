import jax
import jax.numpy as jnp

scores = jax.jit(lambda x: jnp.sort(x))(jax.random.normal(jax.random.key(0), (2000,)))
lines = []
for i in range(scores.shape[0]):
    lines.append(f"{i},{scores[i].item()}")
print("\n".join(lines[:5]))
