import flax
import jax
import jax.numpy as jnp
from flax import linen as nn


class Classifier(nn.Module):
    classes: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(32)(x))
        return nn.Dense(self.classes)(x)


def loss_fn(params, x, labels):
    logits = Classifier(4).apply({"params": params}, x)
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))


x = jax.random.normal(jax.random.key(1), (20, 6))
labels = jnp.arange(20) % 4
params = Classifier(4).init(jax.random.key(0), x)["params"]
optimizer = flax.optim.Adam(learning_rate=1e-3).create(params)
for _ in range(10):
    grads = jax.grad(loss_fn)(optimizer.target, x, labels)
    optimizer = optimizer.apply_gradient(grads)
print(loss_fn(optimizer.target, x, labels))
