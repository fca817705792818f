import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        return nn.BatchNorm(use_running_average=not train)(nn.Dense(8)(x))


net = Net()
x = jnp.ones((4, 3))
variables = net.init(jax.random.key(0), x, train=False)
y, changed = net.apply(variables, x, train=True, mutable=["batch_stats"])
variables = {**variables, **changed}
print(net.apply(variables, x, train=False).mean())
