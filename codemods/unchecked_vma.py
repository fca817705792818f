"""Turns off what sums gradients by itself."""

from __future__ import annotations

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.mean_gradient_summed import SummedMean
from jaxopt_lint.patterns.sharded_gradients import CHECKED
from jaxopt_lint.patterns.unreduced_gradient_scale import Rescaled


class UncheckedVma(Codemod[Rescaled | SummedMean]):
    """Leave reductions to the code by passing `check_vma=False`."""

    def rewrite(self, found: Rescaled | SummedMean) -> None:
        if isinstance(found, SummedMean):
            self.refuse("the learning rate may have been chosen for the sum")
        node = found.options
        if any(k.arg in CHECKED.values() for k in node.keywords):
            self.refuse("the check is turned on by name, and meant")
        name = self.facts.names.of(node.func)
        if name == "functools.partial":
            name = self.facts.names.of(node.args[0])
        assert name is not None
        self.add_argument(node, CHECKED[name], "False")
