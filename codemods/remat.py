"""Wraps a repeated block in `jax.checkpoint`."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import OnRequest, Promise
from jaxopt_lint.patterns.missing_remat import products
from jaxopt_lint.rewriting.arguments import option
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.python import FunctionNode, parameters, text_of

_CHECKPOINT = "jax.checkpoint"
_SCAN = "jax.lax.scan"


class Remat(OnRequest[ast.Call | ast.FunctionDef]):
    """Compute the block's intermediates again in the backward pass."""

    promise = Promise.CLOSE

    def rewrite(self, node: ast.Call | ast.FunctionDef) -> None:
        if isinstance(node, ast.FunctionDef):
            self._block(node)
            self._decorate(node)
            return
        scanned = self.facts.names.call(node) == _SCAN
        wrapped = node.args[0] if scanned else node.func
        callee = calls(self.facts).callee(wrapped)
        if callee is not None and any(name == _CHECKPOINT for name, _ in callee.wraps):
            self.refuse("it is wrapped in `jax.checkpoint` already")
        if callee is not None and callee.node is not None:
            self._block(callee.node)
        # The body of a scan is compiled by itself: what the barrier prevents cannot happen.
        options = ", prevent_cse=False" if scanned else ""
        spelled = self.spelled(_CHECKPOINT, node)
        self.replace(wrapped, f"{spelled}({self.code(wrapped)}{options})")

    def requested(self, qualname: str) -> list[ast.Call | ast.FunctionDef]:
        """What a function repeats: the bodies of its scans and the blocks it calls in loops; if
        it repeats nothing, the function itself, or the calls of it where it is a method."""
        out: list[ast.Call | ast.FunctionDef] = []
        for function in self.module.all(ast.FunctionDef):
            if self.module.qualname(function) == qualname:
                out += self._scans(function) or self._calls(function) or self._itself(function)
        return out

    # -- looking ------------------------------------------------------------------------

    def _scans(self, function: ast.FunctionDef) -> list[ast.Call | ast.FunctionDef]:
        found = [n for n in ast.walk(function) if self.facts.names.call(n) == _SCAN]
        scans = (n for n in found if isinstance(n, ast.Call) and n.args)
        return [scan for scan in scans if not isinstance(scan.args[0], ast.Call)]

    def _calls(self, function: ast.FunctionDef) -> list[ast.Call | ast.FunctionDef]:
        """The calls in loops that run matrix products."""
        out: list[ast.Call | ast.FunctionDef] = []
        for call in self.module.inside(ast.Call, function):
            if loop_around(self.facts, call) is None:
                continue
            callee = calls(self.facts).callee(call.func)
            if callee is None or callee.node in (None, function) or callee.wraps:
                continue
            assert callee.node is not None
            if self.module.function(call) is function and products(self.facts, callee.node):
                out.append(call)
        return out

    def _itself(self, function: ast.FunctionDef) -> list[ast.Call | ast.FunctionDef]:
        if self.module.class_of(function) is None:
            return [function]
        sites = [(c, calls(self.facts).callee(c.func)) for c in calls(self.facts).callers(function)]
        bare = [call for call, callee in sites if callee is None or not callee.wraps]
        return list(bare) or [function]

    def _block(self, function: FunctionNode) -> None:
        """Refuse where `jax.checkpoint` would trace what Python must know."""
        names = set(parameters(function)) - {self.facts.module.receiver(function)}
        for node in ast.walk(function):
            if isinstance(node, (ast.If, ast.IfExp, ast.While)):
                test = node.test
                while isinstance(test, ast.UnaryOp):
                    test = test.operand
                sides = test.comparators if isinstance(test, ast.Compare) else []
                if isinstance(test, ast.Compare) and any(text_of(s) is not None for s in sides):
                    test = test.left
                if isinstance(test, ast.Name) and test.id in names:
                    self.refuse(f"`{test.id}` decides on a branch, and would be traced")

    # -- building -----------------------------------------------------------------------

    def _decorate(self, node: ast.FunctionDef) -> None:
        names = {self.facts.names.of(d) for d in node.decorator_list}
        made = [calls(self.facts).factory(d) for d in node.decorator_list]
        if _CHECKPOINT in names or any(m is not None and m[0] == _CHECKPOINT for m in made):
            self.refuse("it is decorated with `jax.checkpoint` already")
        if self.module.class_of(node) is not None and "staticmethod" not in names:
            self.refuse("`self` would have to be an array: wrap the calls of the method instead")
        old = self.cst(node)
        checkpoint = self.spell(_CHECKPOINT, node)
        if self._only_scanned(node):
            partial = self.spell("functools.partial", node)
            checkpoint = cst.Call(partial, [cst.Arg(checkpoint), option("prevent_cse", "False")])
        # Innermost: a jit around it stays outside.
        decorators = [*old.decorators, cst.Decorator(checkpoint)]
        new = old.with_changes(decorators=decorators, leading_lines=[])
        self.surgeon.replace_statement(node, [new])

    def _only_scanned(self, function: ast.FunctionDef) -> bool:
        """Whether a function is nothing but the body of scans."""
        uses = calls(self.facts).references(function)
        around = [self.module.parent[use] for use in uses]
        scans = [a for a in around if isinstance(a, ast.Call) and self.facts.names.call(a) == _SCAN]
        return bool(uses) and [scan.args[0] for scan in scans if scan.args] == uses
