import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Encoder(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dense(self.features)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        x = nn.relu(x)
        return nn.Dense(self.features)(x)


model = Encoder(features=8)
x = jnp.ones((4, 6))
variables = model.init(jax.random.key(0), x, train=False)
model_state, params = variables.pop("params")

tx = optax.adam(1e-3)
opt_state = tx.init(params)
out, model_state = model.apply(
    {"params": params, **model_state}, x, train=True, mutable=["batch_stats"]
)
print(out.shape, jax.tree.map(jnp.shape, model_state))
