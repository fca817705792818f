"""Dropout layers of Flax Linen that are told once and for all to drop nothing."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import keywords


class DropoutNeverActive(Rule[ast.Call]):
    """A dropout layer is made with `deterministic=True`, so that it never drops anything.

    ## Why is this bad?
    `flax.linen.Dropout` takes `deterministic` when it is made or when it is called, and only one of
    both. Made with True it gives its input back, in training as well: the rate does nothing, and
    the model is trained without the regularization that it was written with. No error tells.

    ## Example
    ```python
    import flax.linen as nn


    class Block(nn.Module):
        @nn.compact
        def __call__(self, x, training: bool):
            x = nn.Dense(8)(x)
            return nn.Dropout(0.2, deterministic=True)(x)
    ```
    Let the call say it: `nn.Dropout(0.2)(x, deterministic=not training)`.

    ## When to keep it
    In a model that is only evaluated. A finding is a warning where a method of the class takes a
    flag, which is there to tell training from evaluation, and for information elsewhere.
    """

    code = "JOL861"
    summary = "A dropout layer is made so that it never drops anything"
    words = ("Dropout",)

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) != "flax.linen.Dropout" or in_test(self.facts, node):
            return
        said, rate = keywords(node), node.args[0] if node.args else None
        told = said.get("deterministic")
        if not isinstance(told, ast.Constant) or told.value is not True:
            return
        rate = said.get("rate", rate)
        if isinstance(rate, ast.Constant) and not rate.value:
            return
        flag = self._flag(node)
        self.report(
            node,
            f"{self.quoted(node, 'this dropout')} never drops anything, in training either"
            + (f", whatever `{flag}` says" if flag else ""),
            help="say it where it is called: `(x, deterministic=not training)`",
            severity=None if flag else Severity.INFO,
            assumed=() if flag else ("the model is trained",),
        )

    def _flag(self, node: ast.AST) -> str:
        """A parameter of a method of the class that is true or false."""
        owner = self.facts.module.owner(node)
        for method in owner.body if owner is not None else ():
            if not isinstance(method, ast.FunctionDef):
                continue
            args = method.args
            for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs):
                if arg.annotation is not None and self.facts.names.is_builtin(
                    arg.annotation, "bool"
                ):
                    return arg.arg
            for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
                if isinstance(default, ast.Constant) and isinstance(default.value, bool):
                    return arg.arg
            positional = [*args.posonlyargs, *args.args]
            late = positional[len(positional) - len(args.defaults) :]
            for arg, default in zip(late, args.defaults, strict=True):
                if isinstance(default, ast.Constant) and isinstance(default.value, bool):
                    return arg.arg
        return ""
