import jax
from jax.ad_checkpoint import checkpoint_name


@jax.checkpoint
def layer(x):
    y = checkpoint_name(x * x, "square")  # fact: idle_names in the checkpoint at 5
    return y + 1


def outside(x):
    return checkpoint_name(x, "free")
