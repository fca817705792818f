# not executed: the originals raise
import flax.linen as nn
import jax.numpy as jnp


class Mlp(nn.Module):
    width: int

    def __call__(self, x):
        hidden = nn.Dense(self.width)  # want: JOL826 "`nn.Dense` and is not marked"
        return nn.relu(hidden(x))


class Mixed(nn.Module):
    def setup(self):
        self.first = nn.Dense(3)

    def __call__(self, x):
        return nn.Dense(2)(self.first(x))  # want: JOL826 "Mixed.__call__"


class Scale(nn.Module):
    def __call__(self, x):
        return x * self.param("scale", nn.initializers.ones, (3,))  # want: JOL826 "a parameter"


class Named(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dense(4, name="dense")(x)
        return nn.Dense(4, name="dense")(x)  # want: JOL826 "NameInUseError"


class Valued(nn.Module):
    @nn.compact
    def __call__(self, x):
        return x * self.param("scale", jnp.ones((3,)))  # want: JOL826 "takes a function"
