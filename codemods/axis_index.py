"""Asks for the number of the device where local rows are counted."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.subjects.devices.local_iota import local_iotas


class AxisIndex(Codemod):
    """Take the number of the device from the mesh axis."""

    promise = Promise.ASK

    def rewrite(self, node: ast.AST) -> None:
        self.display = True
        found = local_iotas(self.facts).get(node) if isinstance(node, ast.Compare) else None
        if found is None:
            self.refuse("no count of local rows is compared with a device number here")
        if not found.axis:
            self.refuse("which mesh axis the devices are numbered along is not known")
        assert isinstance(node, ast.Compare)
        side = node.left if node.left is not found.number else node.comparators[0]
        index = self.spell("jax.lax.axis_index", node)
        self.replace(side, cst.Call(index, [cst.Arg(cst.SimpleString(f'"{found.axis}"'))]))
