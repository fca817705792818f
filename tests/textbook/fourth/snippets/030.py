import jax
import jax.numpy as jnp
from flax import linen as nn


class Reader(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x):
        carry = (jnp.zeros((x.shape[0], self.features)),) * 2
        for t in range(x.shape[1]):
            carry, h = nn.LSTMCell(self.features)(carry, x[:, t])
        return nn.Dense(1)(h)


model = Reader(16)
x = jax.random.normal(jax.random.key(0), (4, 12, 3))
variables = model.init(jax.random.key(1), x)
print(sum(p.size for p in jax.tree.leaves(variables)), model.apply(variables, x).shape)
