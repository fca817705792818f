"""Starts a carried number with the type that it keeps."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Promise
from jaxopt_lint.patterns.python_scalar_carry import Weak, WeakCarry


class Asarray(Codemod[WeakCarry]):
    """Start with an array that has a dtype."""

    promise = Promise.CLOSE

    def rewrite(self, found: WeakCarry) -> None:
        start = found.node
        made = isinstance(start, ast.Call) and self.facts.names.call(start) is not None
        if found.later is Weak.FLOAT:
            if not isinstance(start, ast.Constant):
                self.refuse("it becomes a float: start with one")
            self.replace(start, f"{self.code(start)}.0")
        elif found.first is not Weak.FLOAT:
            self.refuse("it starts as an integer: whether it stays one is not known")
        elif made:
            self.replace(start, f"{self.code(start)[:-1].rstrip(', ')}, dtype=float)")
        else:
            asarray = self.spelled("jax.numpy.asarray", at=start)
            self.replace(start, f"{asarray}({self.code(start)}, dtype=float)")
