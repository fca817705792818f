# not executed: there is no fix
# What the layers of a module give, where the project takes gradients.
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


def normalized(x, eps=1e-10):
    length = jnp.sqrt(jnp.sum(x**2, axis=-1, keepdims=True))
    return x / (length + eps)  # want: JOL507 (info) "where `x` is 0"


class Features(nn.Module):
    width: int = 8

    def setup(self):
        self.dense = nn.Dense(self.width)

    def __call__(self, x, counts):
        raw = jnp.linalg.norm(x, axis=-1, keepdims=True)
        x = x / jnp.maximum(raw, 1e-6)  # want: JOL507 (info)
        features = nn.relu(self.dense(x))
        total = counts.sum(0)
        mean = jnp.where(total > 0, features.sum(0) / total, 0.0)  # want: JOL507 (warning) "is NaN where `total` is 0"
        share = jnp.where(counts > 0, counts / total, 0.0)
        angle = jnp.arccos(jnp.clip(features @ mean, -1, 1))  # want: JOL507 (info) "stops `features @ mean`"
        return normalized(features) * angle, share


class Scaled(nn.Module):
    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.ones, (8,))
        length = jnp.linalg.norm(scale)
        return x * scale / jnp.where(length != 0, length, 1.0)  # want: JOL507 (info) "where `scale` is 0"


class Distance(nn.Module):
    def setup(self):
        self.trunk = Scaled()

    def _features(self, x):
        return nn.relu(self.trunk(x))

    def __call__(self, x, y):
        first, second = self._features(x), self._features(y)
        one = first / (jnp.linalg.norm(first) + 1e-8)  # want: JOL507 (info) "where `first` is 0"
        return jnp.sum(one * second)


def loss(params, apply, batch):
    return optax.l2_loss(apply({"params": params}, batch["x"]), batch["y"]).mean()


def step(params, apply, batch):
    return jax.value_and_grad(loss)(params, apply, batch)
