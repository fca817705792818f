# not executed: there is no fix
import flax.linen as nn


class Trained(nn.Module):
    weights: dict

    @nn.compact
    def __call__(self, x, train: bool):
        return nn.BatchNorm(
            use_running_average=not train,
            momentum=0.1,  # want: JOL863 (info) "with 0.1"
            mean_init=lambda *_: self.weights["mean"],
            var_init=lambda *_: self.weights["var"],
        )(x)
