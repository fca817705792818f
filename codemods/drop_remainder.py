"""Leaves out the batch that is smaller than the others."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.ragged_batches import Ragged


class DropRemainder(Codemod[Ragged]):
    """Leave out the rest that does not fill a batch."""

    def rewrite(self, found: Ragged) -> None:
        self.display = True  # fewer examples are seen
        if found.cut is None:
            assert isinstance(found.node, ast.Call)
            self._option(found.node)
            return
        if found.cut.total is None:
            self.refuse("the number of batches is rounded up elsewhere")
        total, size = self.code(found.cut.total), self.code(found.cut.size)
        if not isinstance(found.cut.total, _ATOMS):
            total = f"({total})"
        if not isinstance(found.cut.size, _ATOMS):
            size = f"({size})"
        self.replace(found.cut.total, f"{total} - {total} % {size}")

    def _option(self, call: ast.Call) -> None:
        tf = isinstance(call.func, ast.Attribute) and call.func.attr == "batch"
        name = "drop_remainder" if tf else "drop_last"
        for keyword in call.keywords:
            if keyword.arg == name:
                self.replace(keyword.value, "True")
                return
        self.add_argument(call, name, "True")


_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
