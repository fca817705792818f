import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(64)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        x = nn.Dropout(0.2, deterministic=not train)(nn.relu(x))
        return nn.Dense(1)(x)[..., 0]


net = Net()


@jax.jit
def loss_and_grads(variables, key, step, x, y):
    def loss_fn(params):
        pred, new = net.apply(
            {"params": params, "batch_stats": variables["batch_stats"]},
            x,
            train=True,
            mutable=["batch_stats"],
            rngs={"dropout": jax.random.fold_in(key, step)},
        )
        return jnp.mean((pred - y) ** 2), new["batch_stats"]

    return jax.value_and_grad(loss_fn, has_aux=True)(variables["params"])


variables = net.init(jax.random.key(0), jnp.ones((1, 8)), train=False)
