"""Errors of `checkify` that nobody looks at."""

from __future__ import annotations

import ast
import re

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import calls, tracing
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import FunctionNode, Scope

_CHECKIFY = "jax.experimental.checkify.checkify"
_CHECK = "jax.experimental.checkify.check"
_THROWING = {"jax.experimental.checkify.check_error"}
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
    is reported: by `del error`, bound to `_`, or where a comment or the docstring says so. For
    information are errors bound to `_` of checks that stand in the same file, of which none is ever
    thrown there, and code that is traced, or that a function returns for others to compile, in
    which `throw()` raises, as there are no values yet.
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
        unnamed = error.id == "_"
        traced = tracing(self.facts).staged(module.function(node)) is not None
        traced = traced or self._is_handed_out(module.function(node))
        if self._is_let_go(node, error, holder):
            return
        if unnamed and (traced or not self._checks_for_nothing()):
            return
        # A trace has no values to throw: who wants the error there hands it on.
        name = "err" if unnamed else error.id
        self.report(
            node,
            "the error is dropped, and no other is thrown in this file: its checks raise nothing"
            if unnamed
            else f"`{name}` holds what the checks found, and nobody reads it: they raise nothing",
            help=f"return `{name}` to where it can be thrown" if traced else f"`{name}.throw()`",
            severity=Severity.INFO if traced or unnamed else None,
        )

    def _is_handed_out(self, function: FunctionNode | None) -> bool:
        """Whether a function within another is a value there, which others may compile."""
        outer = self.facts.module.function(function) if function is not None else None
        if function is None or outer is None:
            return False
        used = calls(self.facts).references(function)
        called = {id(call.func) for call in self.facts.module.all(ast.Call)}
        return any(id(name) not in called for name in used)

    def _checks_for_nothing(self) -> bool:
        """Whether the file has checks of its own, and throws no error anywhere."""
        module = self.facts.module
        if any(module.attributes(name) for name in ("throw", "get")):
            return False
        named = {self.facts.names.call(call) for call in module.all(ast.Call)}
        return _CHECK in named and not named & _THROWING

    def _is_let_go(self, node: ast.Assign, error: ast.Name, holder: Scope) -> bool:
        """Whether the error is dropped on purpose: it is deleted, or words say so."""
        module = self.facts.module
        held = module.held(holder, error.id)
        if any(isinstance(one.ctx, ast.Del) for one in held):
            return True
        rows = module.lines[max(node.lineno - 2, 0) : node.end_lineno]
        said = [row.partition("#")[2] for row in rows]
        for around in (*module.functions(node), module.owner(node)):
            if around is not None and not isinstance(around, ast.Lambda):
                said.append(ast.get_docstring(around) or "")
        return any(_LETS_GO.search(one) for one in said)

    def _is_checked(self, func: ast.expr) -> bool:
        names, binding = self.facts.names, self.facts.names.only_binding(func)
        if binding is not None and isinstance(binding.node, ast.FunctionDef):
            around = {names.of(d) or names.call(d) for d in binding.node.decorator_list}
            return _CHECKIFY in around and around <= {_CHECKIFY, "jax.jit"}
        made = [func] if isinstance(func, ast.Call) else origins(self.facts, func)
        for one in made:
            call: ast.expr | None = one
            if self.facts.names.call(call) == "jax.jit" and isinstance(call, ast.Call):
                call = call.args[0] if call.args else None
                call = self.facts.names.behind(call) if call is not None else None
            if self.facts.names.call(call) != _CHECKIFY:
                return False
        return bool(made)
