"""Replaces a NumPy function by the one of the same name in `jax.numpy`."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.api.numpy import ELEMENTWISE, ONLY_NUMPY
from jaxopt_lint.semantics.transfer.transfers import transfers


class JnpCall(Codemod):
    """Use the function of the same name in `jax.numpy`."""

    promise = Promise.SAME

    def rewrite(self, node: ast.AST) -> None:
        found = transfers(self.facts).get(node) if isinstance(node, ast.Call) else None
        if found is None or not isinstance(node, ast.Call):
            self.refuse("no traced value is used here")
        if not found.numpy:
            self.refuse("a traced value has no Python number: keep it an array, or leave the trace")
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in ONLY_NUMPY:
                self.refuse(f"`jax.numpy` has no option `{keyword.arg or '**'}` here")
        if found.numpy not in ELEMENTWISE or not self._always_traced(node):
            self.promise = Promise.CLOSE  # type: ignore[misc]
        new = found.numpy.replace("numpy.", "jax.numpy.", 1)
        self.replace(node.func, self.spell(new, at=node))

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [n for n in transfers(self.facts) if module.qualname(n) == qualname]

    def _always_traced(self, node: ast.AST) -> bool:
        """Whether a decorator sees to it that the code never runs on plain values."""
        function = self.facts.module.function(node)
        wraps = self.facts.tracing.of(function) if function is not None else []
        return any(w.decorator and w.transform.kind in ("jit", "pmap") for w in wraps)
