"""One field that is read twice, numbers of a layer, and static fields."""

import equinox as eqx
import jax


class Language(eqx.Module):
    embed: eqx.nn.Embedding
    width: int
    act: object = eqx.field(static=True)
    same: object = eqx.field(static=True)

    def __init__(self, key):
        self.embed = eqx.nn.Embedding(100, 8, key=key)
        self.width = self.embed.embedding_size
        self.act = jax.nn.relu
        self.same = self.act

    def __call__(self, tokens):
        return jax.vmap(self.embed)(tokens) @ self.embed.weight.T


class Plain:
    def __init__(self, key):
        self.embed = eqx.nn.Embedding(100, 8, key=key)
        self.head = self.embed.weight
