# not executed: it would take minutes
# A hundred steps that Python dispatches are over in seconds, twenty thousand are not.
import jax
import jax.numpy as jnp
import numpy as np


def loss(weights, x, y):
    return jnp.mean((jnp.tanh(x @ weights) - y) ** 2)


x, y = np.random.normal(size=(4096, 64)), np.random.normal(size=4096)
shown = trained = jnp.zeros(64)
for _ in range(100):  # want: JOL109 (info)
    grads = jax.grad(loss)(shown, x, y)
    shown = shown - 0.1 * grads
for _ in range(20_000):  # want: JOL109 (warning)
    grads = jax.grad(loss)(trained, x, y)
    trained = trained - 0.1 * grads
print(loss(shown, x, y), loss(trained, x, y))
