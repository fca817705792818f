"""Converters of weights: each call defines, compiles and runs a function of one operation."""

import abc

import jax
import jax.numpy as jnp


class Conversion(abc.ABC):
    @abc.abstractmethod
    def __call__(self, tensors, **options): ...


class Joined(Conversion):
    def __init__(self, axis):
        self.axis = axis

    def __call__(self, tensors, **options):
        @jax.jit
        def joined(*parts):  # want: JOL102
            return jnp.concatenate(parts, axis=self.axis)

        return joined(*tensors)


def convert(table, weights):
    return {name: table[name](parts) for name, parts in weights.items()}
