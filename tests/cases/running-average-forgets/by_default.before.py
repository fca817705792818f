# not executed: there is no fix
import flax.linen as nn


class ByField(nn.Module):
    share: float = 0.1  # want: JOL843 "keeps 0.1"

    def setup(self):
        self.norm = nn.BatchNorm(momentum=self.share)
        self.other = nn.BatchNorm(momentum=self.share)

    def __call__(self, x, train):
        x = self.other(x, use_running_average=not train)
        return self.norm(x, use_running_average=not train)
