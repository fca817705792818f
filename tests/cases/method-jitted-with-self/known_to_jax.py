"""Static objects, classes that JAX knows, and methods without an object."""

from functools import partial

import equinox as eqx
import jax
from jax.tree_util import register_pytree_node_class


class Static:
    @partial(jax.jit, static_argnums=0)
    def scale(self, x):
        return 2 * x

    @staticmethod
    @jax.jit
    def twice(x):
        return 2 * x

    def late(self, x):
        return jax.jit(self._late)(x)

    def _late(self, x):
        return x


@register_pytree_node_class
class Known:
    @jax.jit
    def scale(self, x):
        return self.factor * x


class Functions:
    def __init__(self, weight):
        self.weight = weight

    @jax.jit
    def value(weight, x):
        return weight @ x


print(Functions.value(1.0, 2.0))


class Later:
    @jax.jit
    def scale(self, x):
        return self.factor * x


jax.tree_util.register_pytree_node(Later, lambda s: ((s.factor,), None), lambda a, c: Later(*c))


class Module(eqx.Module):
    factor: jax.Array

    @jax.jit
    def scale(self, x):
        return self.factor * x


class Base:
    factor: jax.Array

    @jax.jit
    def scale(self, x):
        return self.factor * x


@jax.tree_util.register_dataclass
class Derived(Base):
    pass
