"""Errors of `checkify` that nobody looks at."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.jax.origins import origins

_CHECKIFY = "jax.experimental.checkify.checkify"


class CheckedErrorDropped(Rule[ast.Assign]):
    """The error that a function under `checkify` gives is never looked at.

    ## Why is this bad?
    Compiled code cannot raise: `checkify` gives the error back beside the result, and nothing
    happens until `err.throw()` or `err.get()`. If nobody reads it, the checks cost time and find
    nothing.

    ## Example
    ```python
    import jax
    from jax.experimental import checkify


    def root(x):
        checkify.check(x > 0, "must be positive")
        return x**0.5


    checked = jax.jit(checkify.checkify(root))


    def run(x):
        err, y = checked(x)
        return y
    ```
    Throw it: `err.throw()`.

    ## When to keep it
    Where only the time of the checks is measured. In code that is traced `throw()` raises, as there
    are no values yet: there it is for information.
    """

    code = "JOL858"
    summary = "The error that `checkify` gives is never thrown"
    words = ("checkify",)

    def visit_Assign(self, node: ast.Assign) -> None:
        match node:
            case ast.Assign([ast.Tuple([ast.Name() as error, _])], ast.Call(func)):
                pass
            case _:
                return
        if not self._is_checked(func):
            return
        module = self.facts.module
        holder = module.holder(error)
        if holder is None or module.reads(holder, error.id) or holder.node is module.tree:
            return
        # A trace has no values to throw: who wants the error there hands it on.
        traced = tracing(self.facts).staged(module.function(node)) is not None
        self.report(
            node,
            f"`{error.id}` holds what the checks found, and nobody reads it: they raise nothing",
            help=f"return `{error.id}` to where it can be thrown"
            if traced
            else f"`{error.id}.throw()`",
            severity=Severity.INFO if traced else None,
        )

    def _is_checked(self, func: ast.expr) -> bool:
        made = [func] if isinstance(func, ast.Call) else origins(self.facts, func)
        for one in made:
            call: ast.expr | None = one
            if self.facts.names.call(call) == "jax.jit" and isinstance(call, ast.Call):
                call = call.args[0] if call.args else None
                call = self.facts.names.behind(call) if call is not None else None
            if self.facts.names.call(call) != _CHECKIFY:
                return False
        return bool(made)
