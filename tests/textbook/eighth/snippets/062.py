"""Evolution strategies with antithetic perturbations on a 1024-d objective."""
import jax
import jax.numpy as jnp

DIM, POPULATION, GENERATIONS = 1024, 256, 1_000
SIGMA, LEARNING_RATE = 0.05, 0.02


def objective(theta):
    return -jnp.mean((theta - jnp.linspace(-1.0, 1.0, DIM)) ** 2)


@jax.jit
def generation(theta, key):
    """Evaluate theta + sigma * eps and theta - sigma * eps with the same eps."""
    eps = jax.random.normal(key, (POPULATION // 2, DIM))
    batched = jax.vmap(objective)
    gain = batched(theta + SIGMA * eps) - batched(theta - SIGMA * eps)
    gradient = gain @ eps / (POPULATION * SIGMA)
    return theta + LEARNING_RATE * DIM * gradient


def run(key):
    theta = jnp.zeros((DIM,))
    for _ in range(GENERATIONS):
        key, generation_key = jax.random.split(key)
        theta = generation(theta, generation_key)
    return theta


if __name__ == "__main__":
    theta = run(jax.random.key(0))
    print("objective", float(objective(theta)))
