import functools

import hydra
import jax
import jax.numpy as jnp
from absl import app
from flax import linen as nn


def attention(q, k, bias):
    return jax.nn.softmax(q @ k.T + bias) @ k


def main(seq_len):
    @functools.partial(jax.jit, static_argnames=("length",))
    def fresh_for_each_length(x, length):
        return x[:length]

    x = jnp.ones((seq_len, 8))
    for length in (8, 16):
        x = fresh_for_each_length(x, length=length)
    return x


def predict_fn(bias=0.0):
    # the function of the module is the same each time
    return jax.jit(attention, static_argnames=("bias",))


def predictions(q, k):
    return jax.jit(attention)(q, k, 0.0)


class Layer(nn.Module):
    def slopes(self, n):
        @jax.jit
        def per_head(x):
            return 2.0**-x

        return per_head(jnp.arange(n))


def everything(qs, k):
    out = []
    for q in qs:
        out.append(predictions(q, k))
        out.append(predict_fn()(q, k, 0.0))
    return out


def launched(arguments):
    return jax.jit(lambda v: jnp.sum(v))(jnp.ones(len(arguments)))


@hydra.main(config_path=".")
def configured(settings):
    return jax.jit(lambda v: jnp.sum(v))(jnp.ones(settings.size))


if __name__ == "__main__":
    main(32)
    app.run(launched)
