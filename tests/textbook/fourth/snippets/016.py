import jax
import jax.numpy as jnp
import optax
from flax import linen as nn


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Conv(8, (3, 3))(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(10)(nn.relu(x).mean(axis=(1, 2)))


model = ConvNet()
x = jax.random.normal(jax.random.key(1), (4, 12, 12, 1))
labels = jnp.array([1, 5, 2, 9])
variables = model.init(jax.random.key(0), x, train=False)


@jax.jit
def loss_fn(params, batch_stats, x, labels):
    logits = model.apply({"params": params, "batch_stats": batch_stats}, x, train=True)
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


grads = jax.grad(loss_fn)(variables["params"], variables["batch_stats"], x, labels)
print(optax.global_norm(grads))
