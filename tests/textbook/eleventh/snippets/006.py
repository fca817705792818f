import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Encoder(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16, name="embed")(x))
        return nn.Dense(4, name="head")(x)


model = Encoder()
sample = jnp.ones((1, 6))
params = model.init(jax.random.key(0), sample)["params"]
pretrained = model.init(jax.random.key(99), sample)["params"]

merged = params.unfreeze()
merged["embed"] = pretrained["embed"]

tx = optax.adam(1e-3)
opt_state = tx.init(merged)
print(model.apply({"params": merged}, sample))
