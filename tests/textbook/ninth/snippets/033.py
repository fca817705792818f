import jax
import jax.numpy as jnp

NUM_EXAMPLES, NUM_FEATURES = 2_048, 20_000
POWER_ITERATIONS = 30


def loss_fn(weights, x, y):
    logits = x @ weights
    return jnp.mean(jnp.logaddexp(0.0, logits) - y * logits)


@jax.jit
def curvature_along(weights, direction, x, y):
    return jax.hessian(loss_fn)(weights, x, y) @ direction


def largest_eigenvalue(weights, x, y, key):
    direction = jax.random.normal(key, weights.shape)
    for _ in range(POWER_ITERATIONS):
        direction = direction / jnp.linalg.norm(direction)
        direction = curvature_along(weights, direction, x, y)
    return jnp.linalg.norm(direction)


x_key, y_key, power_key = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(x_key, (NUM_EXAMPLES, NUM_FEATURES))
y = jax.random.bernoulli(y_key, 0.5, (NUM_EXAMPLES,)).astype(jnp.float32)
weights = jnp.zeros(NUM_FEATURES)
print("sharpness", largest_eigenvalue(weights, x, y, power_key))
