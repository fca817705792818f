"""Errors of `checkify` that nobody looks at."""

from __future__ import annotations

import ast
import re

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import Scope

_CHECKIFY = "jax.experimental.checkify.checkify"
# What a function, or a comment, says of errors that are let go.
_LETS_GO = re.compile(
    r"(?i)\b(?:ignor|discard|suppress|swallow)\w*[^.]*\b(?:error|check)"
    r"|\b(?:error|check)[^.]*\b(?:ignored|discarded|suppressed|swallowed)\b"
)


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
    Where only the time of the checks is measured. Where the error is let go for all to see, nothing
    is reported: by `del error`, bound to `_`, or where a comment or the docstring says so. In code
    that is traced `throw()` raises, as there are no values yet: there it is for information.
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
        if self._is_let_go(node, error, holder):
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

    def _is_let_go(self, node: ast.Assign, error: ast.Name, holder: Scope) -> bool:
        """Whether the error is dropped on purpose: it is deleted, has no name, or words say so."""
        module = self.facts.module
        held = module.held(holder, error.id)
        if error.id == "_" or any(isinstance(one.ctx, ast.Del) for one in held):
            return True
        rows = module.lines[max(node.lineno - 2, 0) : node.end_lineno]
        said = [row.partition("#")[2] for row in rows]
        for around in (*module.functions(node), module.owner(node)):
            if around is not None and not isinstance(around, ast.Lambda):
                said.append(ast.get_docstring(around) or "")
        return any(_LETS_GO.search(one) for one in said)

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
