# not executed: nothing is rewritten
# Constructors that JAX calls with tracers and placeholders.
import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import register_pytree_node, register_pytree_node_class


@register_pytree_node_class
class Scale:
    def __init__(self, factor, name):
        self.factor = np.asarray(factor, np.float32)  # want: JOL868 (warning) "TracerArrayConversionError"
        self.name = str(name)

    def tree_flatten(self):
        return (self.factor,), self.name

    @classmethod
    def tree_unflatten(cls, name, children):
        return cls(*children, name)


@register_pytree_node_class
class Line:
    def __init__(self, start, end):
        self.start = jnp.asarray(start)  # want: JOL868 (info) "what is no array"
        self.end = jnp.asarray(end)
        if self.start.shape != self.end.shape:
            raise ValueError("both ends need one shape")

    def tree_flatten(self):
        children = (self.start, self.end)
        return children, None

    @classmethod
    def tree_unflatten(cls, aux, children):
        start, end = children
        return cls(start=start, end=end)


class Grid:
    def __init__(self, values, step):
        assert values.ndim == 2, "a grid has rows and columns"  # want: JOL868 (info) "looks at `values.ndim`"
        self.values = values
        self.step = step


register_pytree_node(
    Grid, lambda g: ((g.values,), g.step), lambda step, children: Grid(children[0], step)
)


@jax.jit
def scaled(scale, x):
    return scale.factor * x
