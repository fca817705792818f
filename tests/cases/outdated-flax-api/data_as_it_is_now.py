"""Layers that a module of NNX finds, and what is None all along or by another way."""

import jax
from flax import nnx


class Block(nnx.Module):
    def __init__(self, size, rngs):
        self.linear = nnx.Linear(size, size, rngs=rngs)


class Wrapped(nnx.Module):
    def __init__(self, size, depth, rngs):
        blocks = []
        for _ in range(depth):
            block = Block(size, rngs=rngs)
            blocks.append(block)
        self.blocks = nnx.List(blocks)
        self.sizes = []
        for _ in range(depth):
            size = 2 * size
            self.sizes.append(size)


class ByWay(nnx.Module):
    """Each way through the constructor stores once, or the layer comes first."""

    last: nnx.Data[Block | None]

    def __init__(self, size, deep, rngs):
        if deep:
            self.head = Block(size, rngs=rngs)
        else:
            self.head = None
        self.first = Block(size, rngs=rngs)
        self.first = None
        self.last = None
        self.wrapped = None
        self.key = None

    def build(self, size, rngs):
        self.last = Block(size, rngs=rngs)
        self.wrapped = nnx.data(Block(size, rngs=rngs))
        self.key = "a text"
        self.other = Block(size, rngs=rngs)


class Plain:
    """No module."""

    def __init__(self, size, rngs):
        self.block = None
        self.block = Block(size, rngs=rngs)
        self.blocks = []
        self.blocks.append(jax.nn.relu)


class Loose(nnx.Module, pytree=False):
    def __init__(self, size, rngs):
        self.block = None
        self.block = Block(size, rngs=rngs)


class Declared(nnx.Module):
    """The class says that the containers hold data."""

    blocks = nnx.data()
    heads: nnx.Data[dict]
    last: Block | None = nnx.data()

    def __init__(self, size, depth, rngs):
        self.last = None
        self.blocks = [Block(size, rngs=rngs) for _ in range(depth)]
        self.heads = {"value": nnx.Linear(size, 1, rngs=rngs)}

    def grow(self, size, rngs):
        self.last = Block(size, rngs=rngs)


class SaidFirst(nnx.Module):
    """What is stored first says that it is data, and so is what follows."""

    def __init__(self, size, deep, rngs):
        self.ups = nnx.data(None)
        if deep:
            self.ups = [Block(size, rngs=rngs)]


class SaidLast(nnx.Module):
    """The list is wrapped when all layers are in it."""

    def __init__(self, size, depth, rngs):
        self.downs = []
        for _ in range(depth):
            self.downs.append(Block(size, rngs=rngs))
        self.downs = nnx.data(self.downs)
        self.middles = []
        for _ in range(depth):
            self.middles.append(Block(size, rngs=rngs))
        self.middles = nnx.List(self.middles)
