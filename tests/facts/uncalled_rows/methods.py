"""What is called of the methods of a class, and what nothing speaks of."""

import abc
import functools

import flax.linen as nn
import jax
import jax.numpy as jnp
import torch


class Model(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        return self.scaled(nn.Dense(self.width)(x))

    def scaled(self, x):
        return x * 2

    @functools.partial(jax.jit, static_argnums=0)
    def shifted(self, x):  # fact: uncalled_rows uncalled
        return self.helped(x) + 1

    def helped(self, x):  # fact: uncalled_rows uncalled
        return jnp.sin(x)

    def by_name(self, x):
        return x

    @property
    def size(self):  # fact: uncalled_rows uncalled
        return self.width


class Data(torch.utils.data.Dataset):
    def anything(self, i):
        return i


class Base(abc.ABC):
    @abc.abstractmethod
    def step(self, x): ...


class Own(Base):
    def step(self, x):
        return x

    def stop(self, x):  # fact: uncalled_rows uncalled
        return x


def main():
    model = Model(3)
    print(model.apply({}, jnp.ones(3), method="by_name"), Own().step(1), Data())


main()
