# not executed: Flax 0.12 raises
"""Layers where a module of NNX does not look for them."""

import jax
from flax import nnx


class Block(nnx.Module):
    def __init__(self, size, rngs):
        self.linear = nnx.Linear(size, size, rngs=rngs)

    def __call__(self, x):
        return jax.nn.relu(self.linear(x))


class Named(nnx.Module):
    """What is appended has a name first."""

    def __init__(self, size, depth, rngs):
        self.blocks = []  # want: JOL713 "`self.blocks` is a plain list with layers in it"
        for _ in range(depth):
            block = Block(size, rngs=rngs)
            self.blocks.append(block)


class Gathered(nnx.Module):
    """The list has a name first."""

    def __init__(self, size, depth, rngs):
        blocks = []
        for _ in range(depth):
            blocks.append(nnx.Linear(size, size, rngs=rngs))
        self.blocks = blocks  # want: JOL713 "`self.blocks` is a plain list with layers in it"


class Late(nnx.Module):
    """Layers take the place of what the constructor stores."""

    def __init__(self, size, deep, rngs):
        self.head = None
        self.scale = None
        self.tail = None
        if deep:
            self.head = Block(size, rngs=rngs)  # want: JOL713 "`self.head` is None first"

    def build(self, size, rngs):
        tail = nnx.Linear(size, size, rngs=rngs)
        self.tail = tail  # want: JOL713 "`self.tail` is None first"
        self.scale = nnx.Param(jax.numpy.ones(size))  # want: JOL713 "refuses the layer since Flax 0.12"
