# not executed: needs Flax.
import flax.linen as nn


class Policy(nn.Module):
    actions: int

    @nn.compact
    def __call__(self, x):
        x = nn.Dense(self.actions)(x)
        return nn.log_softmax(x)
