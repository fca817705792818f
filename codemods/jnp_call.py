"""Replaces a NumPy function by the one of the same name in `jax.numpy`."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.host_transfer_in_traced_code import Transfer
from jaxopt_lint.semantics.jax.api.numpy import ELEMENTWISE, ONLY_NUMPY
from jaxopt_lint.semantics.jax.tracing import tracing

_TRACED, _ELEMENTWISE, _OPTIONS = _PRECONDITIONS = (
    Precondition(
        "always-traced",
        "A decorator sees to it that the function is never run on plain arrays, which NumPy "
        "computes in its own way.",
    ),
    Precondition(
        "element-by-element",
        "NumPy fails on what it is given, and `jax.numpy` has the function, element by element.",
    ),
    Precondition("same-options", "`jax.numpy` takes every option that is given."),
)


class JnpCall(Codemod[Transfer]):
    """Use the function of the same name in `jax.numpy`."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Transfer) -> None:
        node = found.node
        if not found.numpy:
            self.refuse("a traced value has no Python number: keep it an array, or leave the trace")
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in ONLY_NUMPY:
                self.refuse(f"`jax.numpy` has no option `{keyword.arg or '**'}` here", _OPTIONS)
        if found.numpy not in ELEMENTWISE:
            why = f"the dtype or the options of `{self.code(node.func)}` may differ"
            self.lower(_ELEMENTWISE, why, Promise.CLOSE)
        if not self._always_traced(node):
            why = "the function may be called outside of the trace as well"
            self.lower(_TRACED, why, Promise.CLOSE)
        new = found.numpy.replace("numpy.", "jax.numpy.", 1)
        self.replace(node.func, self.spell(new, at=node))

    def _always_traced(self, node: ast.AST) -> bool:
        """Whether a decorator sees to it that the code never runs on plain values."""
        function = self.module.function(node)
        wraps = tracing(self.facts).of(function) if function is not None else []
        return any(w.decorator and w.transform.kind in ("jit", "pmap") for w in wraps)
