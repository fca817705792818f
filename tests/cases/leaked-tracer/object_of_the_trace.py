import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node_class


class Stack:
    def __init__(self):
        self.items = []
        self.top = None

    def push(self, x):
        self.items.append(x)
        self.top = x


@jax.jit
def run(x):
    stack = Stack()
    stack.push(jnp.sin(x))
    stack.top = jnp.cos(x)
    return stack.top, stack.items[0]


@register_pytree_node_class
class State:
    def __init__(self, position):
        self.position = position

    def tree_flatten(self):
        return (self.position,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jax.jit
    def moved(self, step):
        self.position = self.position + step
        return self
