import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, training):
        x = nn.relu(nn.Dense(16)(x))
        x = nn.Dropout(0.5, deterministic=not training)(x)
        return nn.Dense(2)(x)


net = Net()
params = net.init(jax.random.key(0), jnp.ones((1, 4)), training=False)


def evaluate(x, labels, key):
    logits = net.apply(params, x, training=True, rngs={"dropout": key})
    return jnp.mean(logits.argmax(-1) == labels)


print(evaluate(jnp.ones((8, 4)), jnp.zeros(8, int), jax.random.key(1)))
