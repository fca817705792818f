# not executed: nothing is rewritten
import flax.linen as nn
import jax.numpy as jnp


class Linen(nn.Module):
    @nn.compact
    def __call__(self, x, off):
        return nn.Dropout(0.5, deterministic=off)(nn.Dense(3)(x))


linen = Linen()


def accuracy(params, x, labels, key):
    logits = linen.apply(params, x, off=False, rngs={"dropout": key})  # want: JOL832 "Linen"
    return jnp.mean(jnp.argmax(logits, -1) == labels)
