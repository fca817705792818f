# not executed: its losses are elsewhere
"""Steps in classes that others derive from: Python's own bases compile nothing."""
from abc import ABC, ABCMeta, abstractmethod
from typing import Generic, TypeVar

import elsewhere
import jax
import optax

T = TypeVar("T")


class Base(Generic[T], metaclass=ABCMeta):
    """What all have in common."""


class Method(Base[int], ABC):
    def __init__(self, params, tx):
        self.params = params
        self.tx = tx
        self.state = tx.init(params)

    @abstractmethod
    def loss(self, params, batch):
        """The subclasses know."""

    def step(self, batch):  # want: JOL109 "nothing compiles it"
        value, grads = jax.value_and_grad(self.loss)(self.params, batch)
        updates, self.state = self.tx.update(grads, self.state)
        self.params = optax.apply_updates(self.params, updates)
        return value

    def train(self, batches):
        for batch in batches:
            self.step(batch)


class Compiling(elsewhere.Trainer):
    """Who knows what this base does to its methods."""

    def step(self, batch):
        value, grads = jax.value_and_grad(self.loss)(self.params, batch)
        updates, self.state = self.tx.update(grads, self.state)
        self.params = optax.apply_updates(self.params, updates)
        return value

    def train(self, batches):
        for batch in batches:
            self.step(batch)
