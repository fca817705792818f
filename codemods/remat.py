"""Wraps a repeated block in `jax.checkpoint`."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise


class Remat(Codemod):
    """Compute the block's intermediates again in the backward pass."""

    promise = Promise.CLOSE

    def rewrite(self, node: ast.AST) -> None:
        checkpoint = "jax.checkpoint"
        if isinstance(node, ast.FunctionDef):
            self._decorate(node)
            return
        if not isinstance(node, ast.Call):
            self.refuse("neither a function nor a call")
        spelled = self.surgeon.imports.spell(checkpoint, node)
        if self.facts.names.call(node) == "jax.lax.scan":
            body = node.args[0]
            # The body of a scan is compiled by itself: what the barrier prevents cannot happen.
            self.replace(body, f"{spelled}({self.code(body)}, prevent_cse=False)")
        else:
            self.replace(node.func, f"{spelled}({self.code(node.func)})")

    def targets(self, qualname: str) -> list[ast.AST]:
        """The scans in a function, or the function itself."""
        functions = [
            node
            for node in self.facts.module.all(ast.FunctionDef)
            if self.facts.module.qualname(node) == qualname
        ]
        scans: list[ast.AST] = []
        for function in functions:
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and self.facts.names.call(node) == "jax.lax.scan":
                    callee = self.facts.calls.callee(node.args[0]) if node.args else None
                    if callee is not None and not callee.wraps:
                        scans.append(node)
        return scans or list(functions)

    def _decorate(self, node: ast.FunctionDef) -> None:
        names = {self.facts.names.of(d) for d in node.decorator_list}
        if "jax.checkpoint" in names:
            self.refuse("it is decorated with `jax.checkpoint` already")
        import libcst

        old = self.cst(node)
        assert isinstance(old, libcst.FunctionDef)
        # Innermost: a jit around it stays outside.
        decorator = libcst.Decorator(self.spell("jax.checkpoint", node))
        self.surgeon.replace_statement(
            node, [old.with_changes(decorators=[*old.decorators, decorator], leading_lines=[])]
        )
