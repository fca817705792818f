import jax
import jax.numpy as jnp
from jax.scipy.sparse.linalg import cg

NUM_EXAMPLES, NUM_FEATURES = 1_024, 20_000
DAMPING = 1e-2


def loss_fn(weights, x, y):
    logits = x @ weights
    return jnp.mean(jnp.logaddexp(0.0, logits) - y * logits)


def hessian_vector_product(weights, vector, x, y):
    gradient = lambda w: jax.grad(loss_fn)(w, x, y)
    return jax.jvp(gradient, (weights,), (vector,))[1]


@jax.jit
def newton_step(weights, x, y):
    gradient = jax.grad(loss_fn)(weights, x, y)

    def damped_hessian(vector):
        return hessian_vector_product(weights, vector, x, y) + DAMPING * vector

    direction, _ = cg(damped_hessian, gradient, maxiter=20)
    return weights - direction


x_key, y_key = jax.random.split(jax.random.key(0))
x = jax.random.normal(x_key, (NUM_EXAMPLES, NUM_FEATURES)) * NUM_FEATURES**-0.5
y = jax.random.bernoulli(y_key, 0.5, (NUM_EXAMPLES,)).astype(jnp.float32)
weights = jnp.zeros(NUM_FEATURES)
for _ in range(5):
    weights = newton_step(weights, x, y)
print("loss", float(loss_fn(weights, x, y)))
