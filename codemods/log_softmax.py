"""Takes the logarithm of a softmax together with the softmax."""

from __future__ import annotations

import ast

import libcst

from jaxopt_lint.codemod import Codemod, Promise
from jaxopt_lint.patterns.log_of_softmax import LogOfSoftmax
from jaxopt_lint.rewriting.swapping import swapped


class LogSoftmax(Codemod[LogOfSoftmax]):
    """Take the logarithm of the logits."""

    promise = Promise.CLOSE

    def rewrite(self, match: LogOfSoftmax) -> None:
        inner = match.inner
        if any(isinstance(a, ast.Starred) for a in inner.args) or len(inner.args) > 2:
            self.refuse("which arguments are given is not written out")
        for keyword in inner.keywords:
            if keyword.arg is None:
                self.refuse("which arguments are given is not written out")
            if keyword.arg not in ("x", "axis"):
                self.refuse(f"`{keyword.arg}=` masks some of the values")
        under = self.cst(match.node.args[0])
        called = self.cst(inner.func)
        new = swapped(under, {called: self.spell(match.stable, inner)})
        assert isinstance(new, libcst.BaseExpression)
        self.replace(match.node, new)
