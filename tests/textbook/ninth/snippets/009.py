from functools import partial

import jax
import jax.numpy as jnp

NUM_STEPS = 3_000


def loss_fn(weights, x, y, l2):
    logits = x @ weights
    nll = jnp.mean(jnp.logaddexp(0.0, logits) - y * logits)
    return nll + l2 * jnp.sum(weights**2)


def sgd_step(weights, x, y, *, lr, l2):
    loss, grads = jax.value_and_grad(loss_fn)(weights, x, y, l2)
    return weights - lr * grads, loss


x_key, y_key = jax.random.split(jax.random.key(0))
x = jax.random.normal(x_key, (8_192, 300))
y = jax.random.bernoulli(y_key, jax.nn.sigmoid(x[:, 0])).astype(jnp.float32)
weights = jnp.zeros(300)

step = jax.jit(partial(sgd_step, lr=0.1, l2=1e-4))
for _ in range(NUM_STEPS):
    weights, loss = step(weights, x, y)
print("loss", float(loss))
