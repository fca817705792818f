# not executed: nothing is rewritten
import equinox as eqx
import jax


class Tied(eqx.Module):
    embed: eqx.nn.Embedding
    head: eqx.nn.Linear

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.embed = eqx.nn.Embedding(100, 8, key=k1)
        head = eqx.nn.Linear(8, 100, use_bias=False, key=k2)
        self.head = eqx.tree_at(lambda lin: lin.weight, head, self.embed.weight)  # want: JOL853 (warning) "`self.head` and `self.embed.weight` are two leaves"


class InPlace(eqx.Module):
    embed: eqx.nn.Embedding
    head: eqx.nn.Linear

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.embed = eqx.nn.Embedding(100, 8, key=k1)
        self.head = eqx.nn.Linear(8, 100, use_bias=False, key=k2)
        self.head = eqx.tree_at(lambda lin: lin.weight, self.head, replace=self.embed.weight)  # want: JOL853 "come apart"


class Locals(eqx.Module):
    embed: eqx.nn.Embedding
    head: eqx.nn.Linear

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        embed = eqx.nn.Embedding(100, 8, key=k1)
        head = eqx.nn.Linear(8, 100, use_bias=False, key=k2)
        head = eqx.tree_at(lambda lin: (lin.weight,), head, (embed.weight,))  # want: JOL853 "`embed.weight`"
        self.embed = embed
        self.head = head


class SetAttribute(eqx.Module):
    embed: eqx.nn.Embedding
    head: jax.Array

    def __init__(self, key):
        self.embed = eqx.nn.Embedding(100, 8, key=key)
        object.__setattr__(self, "head", self.embed.weight)  # want: JOL853 "`self.head`"
