"""Turns off what sums gradients by itself."""

from __future__ import annotations

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.sharded_gradients import CHECKED
from jaxopt_lint.patterns.unreduced_gradient_scale import Rescaled


class UncheckedVma(Codemod[Rescaled]):
    """Leave reductions to the code by passing `check_vma=False`."""

    def rewrite(self, found: Rescaled) -> None:
        node = found.options
        if any(k.arg in CHECKED.values() for k in node.keywords):
            self.refuse("the check is turned on by name, and meant")
        name = self.facts.names.of(node.func)
        if name == "functools.partial":
            name = self.facts.names.of(node.args[0])
        assert name is not None
        self.add_argument(node, CHECKED[name], "False")
