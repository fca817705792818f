import jax
import jax.numpy as jnp

NUM_INNER_STEPS = 50
NUM_FEATURES = 128


def ridge_loss(weights, x, y, log_penalty):
    residual = x @ weights - y
    return jnp.mean(residual**2) + jnp.exp(log_penalty) * jnp.sum(weights**2)


def fit(log_penalty, x, y):
    """Gradient descent, unrolled for differentiation by a scan of fixed length."""

    def body(_, weights):
        return weights - 0.02 * jax.grad(ridge_loss)(weights, x, y, log_penalty)

    return jax.lax.fori_loop(0, NUM_INNER_STEPS, body, jnp.zeros(NUM_FEATURES))


@jax.jit
@jax.value_and_grad
def validation_loss(log_penalty, train, valid):
    weights = fit(log_penalty, *train)
    return jnp.mean((valid[0] @ weights - valid[1]) ** 2)


x_key, noise_key = jax.random.split(jax.random.key(0))
x = jax.random.normal(x_key, (1_024, NUM_FEATURES))
y = x[:, 0] + 0.5 * jax.random.normal(noise_key, (1_024,))
train, valid = (x[:512], y[:512]), (x[512:], y[512:])
log_penalty = jnp.asarray(-3.0)
for _ in range(100):
    loss, grad = validation_loss(log_penalty, train, valid)
    log_penalty = log_penalty - 0.5 * grad
print("penalty", float(jnp.exp(log_penalty)), "validation loss", float(loss))
