"""Turns off what sums gradients by itself."""

from __future__ import annotations

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.patterns.unreduced_gradient_scale import CHECKED, Rescaled
from jaxopt_lint.rewriting.arguments import option, with_argument


class UncheckedVma(Codemod[Rescaled]):
    """Leave reductions to the code by passing `check_vma=False`."""

    promise = Promise.ASK

    def rewrite(self, found: Rescaled) -> None:
        node = found.options
        if any(k.arg in CHECKED.values() for k in node.keywords):
            self.refuse("the check is turned on by name, and meant")
        name = self.facts.names.of(node.func)
        if name == "functools.partial":
            name = self.facts.names.of(node.args[0])
        old = self.cst(node)
        assert isinstance(old, cst.Call) and name is not None
        self.replace(
            node, old.with_changes(args=with_argument(old.args, option(CHECKED[name], "False")))
        )
