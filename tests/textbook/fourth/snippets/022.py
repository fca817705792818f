import jax
import jax.numpy as jnp
import optax


def predict(params, x):
    h = jax.nn.relu(x @ params["w1"])
    return jax.nn.softmax(h @ params["w2"])


def loss_fn(params, x, labels):
    probabilities = predict(params, x)
    return optax.softmax_cross_entropy_with_integer_labels(probabilities, labels).mean()


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
params = {"w1": 0.1 * jax.random.normal(k1, (10, 32)), "w2": 0.1 * jax.random.normal(k2, (32, 5))}
x = jax.random.normal(k3, (50, 10))
labels = jnp.arange(50) % 5
optimizer = optax.adam(1e-2)
state = optimizer.init(params)
gradient = jax.jit(jax.grad(loss_fn))
for _ in range(30):
    updates, state = optimizer.update(gradient(params, x, labels), state)
    params = optax.apply_updates(params, updates)
print(loss_fn(params, x, labels))
