"""Constructors that convert nothing that JAX gives them, look first, or are gone round."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import register_pytree_node_class


@register_pytree_node_class
class Around:
    def __init__(self, factor):
        self.factor = np.asarray(factor)

    def tree_flatten(self):
        return (self.factor,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        new = object.__new__(cls)
        (new.factor,) = children
        return new


@register_pytree_node_class
class Looks:
    def __init__(self, factor):
        if isinstance(factor, (int, float)):
            factor = jnp.asarray(factor)
        self.factor = factor

    def tree_flatten(self):
        return (self.factor,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@register_pytree_node_class
class Static:
    def __init__(self, values, step):
        self.values = values
        self.step = float(step)
        self.size = jnp.asarray(values) if step is None else None

    def tree_flatten(self):
        return (self.values,), (self.step,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *aux)


class Plain:
    def __init__(self, values):
        self.values = np.asarray(values)


def both(x: jax.Array):
    return Plain(x), Looks(x)
