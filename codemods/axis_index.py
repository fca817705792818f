"""Asks for the number of the device where local rows are counted."""

from __future__ import annotations

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.local_iota_as_device_index import LocalIota


class AxisIndex(Codemod[LocalIota]):
    """Take the number of the device from the mesh axis."""

    def rewrite(self, found: LocalIota) -> None:
        self.display = True
        if not found.axis:
            self.refuse("which mesh axis the devices are numbered along is not known")
        node = found.node
        side = node.left if node.left is not found.number else node.comparators[0]
        index = self.spell("jax.lax.axis_index", node)
        self.replace(side, cst.Call(index, [cst.Arg(cst.SimpleString(f'"{found.axis}"'))]))
