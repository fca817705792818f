"""Initialise a head from the mean of another one."""
import jax
import jax.numpy as jnp
from flax import linen as nn


class Tagger(nn.Module):
    tags: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(32, name="body")(x))
        return nn.Dense(self.tags, name="head")(x)


def graft(source_vars, target_vars):
    target = target_vars.unfreeze()
    target["params"]["body"] = source_vars["params"]["body"]
    return target


def main():
    k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(k1, (8, 12))
    source = Tagger(tags=5).init(k2, x)
    model = Tagger(tags=9)
    variables = graft(source, model.init(k3, x))
    print(jax.jit(model.apply)(variables, x).shape, jnp.shape(x))


if __name__ == "__main__":
    main()
