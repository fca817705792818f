import equinox as eqx
import jax
import jax.random as jr


class Block(eqx.Module):
    first: eqx.nn.Linear
    second: eqx.nn.Linear
    norm: eqx.nn.LayerNorm

    def __init__(self, dim, *, key):
        first, key = jr.split(key)
        self.first = eqx.nn.Linear(dim, dim, key=first)
        self.second = eqx.nn.Linear(dim, dim, key=key)
        self.norm = eqx.nn.LayerNorm(dim)

    def __call__(self, x):
        return self.norm(self.second(jax.nn.relu(self.first(x))))


class Deep(eqx.Module):
    blocks: list
    head: eqx.Module

    def __init__(self, dim, depth, plain, key):
        keys = jr.split(key, depth + 1)
        self.blocks = [Block(dim, key=k) for k in keys[1:]]
        if plain:
            self.head = eqx.nn.Linear(dim, 1, key=keys[0])
        else:
            self.head = eqx.nn.MLP(dim, 1, dim, 2, key=keys[0])


def stacked(dim, depth, key):
    make = lambda k: Block(dim, key=k)
    return eqx.filter_vmap(make)(jr.split(key, depth))


def ensemble(dim, count, key):
    return [Block(dim, key=jr.fold_in(key, i)) for i in range(count)]
