"""Langevin sampling of a 2-d mixture density with 4096 chains."""
import jax
import jax.numpy as jnp

CHAINS, STEPS, STEP_SIZE = 4096, 2_000, 1e-2
CENTERS = jnp.array([[-2.0, 0.0], [2.0, 0.0], [0.0, 2.0]])


def log_prob(x):
    sq = jnp.sum((x - CENTERS) ** 2, axis=-1)
    return jax.nn.logsumexp(-0.5 * sq / 0.3)


@jax.jit
def langevin_step(x, key):
    noise = jax.random.normal(key, x.shape)
    drift = jax.vmap(jax.grad(log_prob))(x)
    return x + STEP_SIZE * drift + jnp.sqrt(2 * STEP_SIZE) * noise


def sample(key):
    init_key, noise_key = jax.random.split(key)
    x = jax.random.normal(init_key, (CHAINS, 2))
    for _ in range(STEPS):
        x = langevin_step(x, noise_key)
    return x


if __name__ == "__main__":
    samples = sample(jax.random.key(0))
    print("mean", samples.mean(axis=0), "std", samples.std(axis=0))
