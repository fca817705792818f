import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class CNN(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool = True):
        x = nn.Conv(64, (3, 3))(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(10)(nn.relu(x).mean(axis=(1, 2)))


def create(seed):
    model = CNN()
    variables = model.init(jax.random.key(seed), jnp.zeros((1, 32, 32, 3)))
    state, params = variables.pop("params")
    return model, params, state


def main():
    model, params, state = create(0)
    tx = optax.sgd(0.1)
    return model, params, state, tx.init(params)
