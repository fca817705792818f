# not executed: reported without a fix
"""A network that is run on a sequence which grows by what it gave: told in its own methods, too,
as these are either run as they are or unrolled under a trace."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Writer(nn.Module):
    size: int

    @nn.compact
    def __call__(self, words):
        return nn.Dense(self.size)(nn.Embed(self.size, 64)(words))

    def continued(self, words, key, count):
        for _ in range(count):
            scores = self(words)  # want: JOL119 (warning) "`words` has another length on each turn"
            key, part = jax.random.split(key)
            new = jax.random.categorical(part, scores[:, -1])
            words = jnp.concatenate([words, new[:, None]], axis=1)
        return words

    def continued_within(self, words, count, window):
        for _ in range(count):
            seen = words if words.shape[1] <= window else words[:, -window:]
            scores = self(seen)  # want: JOL119 (warning) "`self` is compiled again for each"
            new = jnp.argmax(scores[:, -1], axis=-1)
            words = jnp.concatenate([words, new[:, None]], axis=1)
        return words

    def in_a_buffer(self, words, start, count):
        for t in range(start, start + count):
            scores = self(words)
            words = words.at[:, t].set(jnp.argmax(scores[:, t - 1], axis=-1))
        return words


class Dense(nn.Module):
    @nn.compact
    def __call__(self, x):
        for width in (8, 16, 32):
            layer = nn.Dense(width)
            new = layer(x)
            x = jnp.concatenate([x, new], axis=-1)
        return x


def written(params, words, count):
    model = Writer(100)
    for _ in range(count):
        scores = model.apply(params, words)  # want: JOL119 (warning)
        new = jnp.argmax(scores[:, -1], axis=-1)
        words = jnp.concatenate([words, new[:, None]], axis=1)
    return words


def gathered(params, words, count):
    model = Writer(100)
    scores = model.apply(params, words)
    for t in range(count):
        new = model.apply(params, scores.argmax(-1))
        scores = jnp.concatenate([scores, new], axis=1)  # want: JOL119 (info)
    return scores
