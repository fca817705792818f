import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Conv(32, (3, 3), use_bias=False)(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=0.9)(x)
        return nn.relu(x).mean(axis=(1, 2))


model = Block()
variables = model.init(jax.random.key(0), jnp.ones((1, 32, 32, 3)), train=False)


@jax.jit
def loss_and_grad(params, batch_stats, x, target):
    def loss_fn(p):
        out = model.apply({"params": p, "batch_stats": batch_stats}, x, train=True)
        return jnp.mean((out - target) ** 2)

    return jax.value_and_grad(loss_fn)(params)
