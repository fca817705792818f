from unittest import TestCase

import jax
import jax.numpy as jnp


class Suite:
    def setUp(self):
        self.start = jnp.ones(3)
        self.warm = jax.jit(self.warmup)

    def warmup(self, x):
        return x + self.start


class Warmups(TestCase):
    def setUp(self):
        self.start = jnp.ones(3)

    def warm(self, x):
        return x + self.start

    def test_warm(self):
        self.assertEqual(jax.jit(self.warm)(0.0).shape, (3,))
