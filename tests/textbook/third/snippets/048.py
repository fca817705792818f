import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Head(nn.Module):
    classes: int = 5

    @nn.compact
    def __call__(self, x, deterministic):
        x = nn.relu(nn.Dense(128)(x))
        x = nn.Dropout(0.3)(x, deterministic=deterministic)
        return nn.Dense(self.classes)(x)


head = Head()
params = head.init(jax.random.key(0), jnp.ones((1, 64)), deterministic=True)["params"]


@jax.jit
def loss_fn(params, x, y):
    logits = head.apply({"params": params}, x, deterministic=False)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
