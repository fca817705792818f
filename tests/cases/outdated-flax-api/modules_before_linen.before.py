# not executed: no Flax of today has it
import flax
from flax import nn  # want: JOL713 "`flax.nn` was removed in Flax 0.3.6: importing it raises an error .1 more below."


class Net(nn.Module):
    def apply(self, x):
        return flax.nn.Dense(x, features=8)  # want: JOL713 (info) "reading it"
