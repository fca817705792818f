"""A context whose arguments only speak of a mesh."""

import unittest

import jax
from jax.sharding import AxisType, NamedSharding, PartitionSpec


class MixedTest(unittest.TestCase):
    def test_mixed(self):
        mesh = jax.make_mesh((1, 1), ("x", "y"), axis_types=(AxisType.Explicit, AxisType.Auto))
        sharding = NamedSharding(mesh, PartitionSpec("x", "y"))
        with self.assertRaisesRegex(ValueError, "Mixed mesh axis types"):
            raise ValueError(f"Mixed mesh axis types: {sharding}")
