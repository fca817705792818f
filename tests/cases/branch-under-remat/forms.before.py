# not executed: the originals raise
import flax.linen as nn
import jax
import jax.numpy as jnp


@jax.checkpoint
def block(w, x, train):
    if train:  # want: JOL522 (error) "traces every argument"
        x = 0.9 * x
    return jnp.tanh(x @ w)


@jax.checkpoint
def noisy(w, x, training):
    if not training:  # want: JOL522 (error) "`training` decides"
        return x @ w
    return jnp.tanh(x @ w)


def forward(ws, x, training):
    for w in ws:
        x = noisy(w, x, training)
    return x


def evaluated(ws, x):
    return jnp.sum(forward(ws, x, training=False))


def scaled(x, double):
    return 2 * x if not double else x  # want: JOL522 "`double` decides"


class Layer(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dense(3)(x)
        return nn.relu(x) if train else x  # want: JOL522


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        for _ in range(4):
            x = nn.remat(Layer)()(x, train)
        return x


def loss(ws, x, train=True):
    for w in ws:
        x = block(w, x, train)
    return jnp.sum(jax.checkpoint(scaled)(x, False))
