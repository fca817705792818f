import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        return nn.BatchNorm(use_running_average=not train)(x)


net = Net()
x = jnp.ones((4, 3))
variables = net.init(jax.random.key(0), x, train=False)
y = net.apply(variables, x, train=True)
print(y.mean())
