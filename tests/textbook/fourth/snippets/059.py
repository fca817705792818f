import jax
import jax.numpy as jnp
from flax import linen as nn


class Reader(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x):
        hidden = nn.RNN(nn.LSTMCell(self.features))(x)
        return nn.Dense(1)(hidden[:, -1])


model = Reader(16)
x = jax.random.normal(jax.random.key(0), (4, 12, 3))
variables = model.init(jax.random.key(1), x)
apply = jax.jit(model.apply)
print(sum(p.size for p in jax.tree.leaves(variables)), apply(variables, x).shape)
