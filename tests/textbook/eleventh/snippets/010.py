import flax.linen as nn
import jax
import jax.numpy as jnp


class Probe(nn.Module):
    @nn.compact
    def __call__(self, x):
        h = nn.relu(nn.Dense(8)(x))
        self.sow("intermediates", "hidden", h)
        self.sow("losses", "activity", 1e-3 * jnp.sum(h**2))
        return nn.Dense(1)(h)


model = Probe()
x = jax.random.normal(jax.random.key(0), (5, 3))
variables = model.init(jax.random.key(1), x)
params = variables["params"]


@jax.jit
def regularised_loss(params, x):
    y, extra = model.apply({"params": params}, x, mutable=["losses"])
    return jnp.mean(y**2) + sum(jax.tree.leaves(extra["losses"]))


y, captured = model.apply({"params": params}, x, mutable=["intermediates"])
print(captured["intermediates"]["hidden"][0].shape)
print(jax.grad(regularised_loss)(params, x)["Dense_0"]["bias"])
