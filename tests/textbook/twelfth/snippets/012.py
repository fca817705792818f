import jax
import jax.numpy as jnp
from flax import linen as nn


class Member(nn.Module):
    hidden: int = 32

    @nn.compact
    def __call__(self, x):
        x = nn.tanh(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)[..., 0]


class Ensemble(nn.Module):
    size: int

    @nn.compact
    def __call__(self, x):
        members = nn.vmap(
            Member,
            in_axes=None,
            out_axes=0,
            variable_axes={"params": 0},
            split_rngs={"params": False},
            axis_size=self.size,
        )
        return members()(x)


def predict_with_uncertainty(variables, model, x):
    preds = model.apply(variables, x)
    return preds.mean(axis=0), preds.std(axis=0)


if __name__ == "__main__":
    model = Ensemble(size=5)
    x = jnp.linspace(-2.0, 2.0, 50)[:, None]
    variables = model.init(jax.random.key(0), x)
    mean, std = predict_with_uncertainty(variables, model, x)
    print("mean predictive std:", std.mean())
