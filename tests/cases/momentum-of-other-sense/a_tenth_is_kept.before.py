# not executed: there is no fix
from functools import partial

import flax.linen as nn


class Net(nn.Module):
    keeps: float = 0.1

    @nn.compact
    def __call__(self, x, train: bool):
        norm = partial(nn.BatchNorm, use_running_average=not train, momentum=0.9)
        x = norm()(nn.Dense(8)(x))
        x = nn.BatchNorm(not train, -1, self.keeps)(x)  # want: JOL863 (warning) "the default of `keeps`, they are those of the last batch"
        return nn.BatchNorm(use_running_average=not train, momentum=0.1)(x)
