import flax.linen as nn
import jax
import jax.numpy as jnp


class Residual(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x, _):
        return x + nn.relu(nn.Dense(self.width)(x)), None


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(16)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        blocks = nn.scan(
            nn.remat(Residual, prevent_cse=False),
            variable_axes={"params": 0}, split_rngs={"params": True}, length=3
        )
        x, _ = blocks(16)(x, None)
        return nn.Dense(1)(x)


net = Net()
x = jax.random.normal(jax.random.key(0), (32, 8))
variables = net.init(jax.random.key(1), x, train=False)
params, stats = variables["params"], variables["batch_stats"]


@jax.jit
def step(params, stats, x):
    def loss(p):
        out, upd = net.apply({"params": p, "batch_stats": stats}, x, train=True, mutable=["batch_stats"])
        return jnp.mean(out**2), upd["batch_stats"]

    grads, new_stats = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, g: p - 0.01 * g, params, grads), new_stats


for _ in range(3):
    params, stats = step(params, stats, x)
print(net.apply({"params": params, "batch_stats": stats}, x, train=False).mean())
