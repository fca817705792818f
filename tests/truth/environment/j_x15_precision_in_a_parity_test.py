"""A parity test sets the precision and restores it."""

import unittest

import jax
import jax.numpy as jnp

_BEFORE = None


def setUpModule():
    global _BEFORE
    _BEFORE = jax.config.jax_default_matmul_precision
    jax.config.update("jax_default_matmul_precision", "highest")


def tearDownModule():
    if _BEFORE is not None:
        jax.config.update("jax_default_matmul_precision", _BEFORE)


class ParityTest(unittest.TestCase):
    def test_product(self):
        x = jnp.ones((8, 8), jnp.bfloat16)
        self.assertTrue(jnp.allclose(x @ x, 8.0))
