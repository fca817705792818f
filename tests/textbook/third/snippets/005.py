import jax
import jax.numpy as jnp

temperature = 1.0


@jax.jit
def sample(key, logits):
    return jax.random.categorical(key, logits / temperature)


def anneal(key, logits, rounds=10):
    global temperature
    out = []
    for k in jax.random.split(key, rounds):
        out.append(sample(k, logits))
        temperature *= 0.8
    return jnp.stack(out)


if __name__ == "__main__":
    print(anneal(jax.random.key(7), jnp.arange(16.0)))
