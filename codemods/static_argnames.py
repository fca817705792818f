"""Marks a parameter of a jitted function as static."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.module import FunctionNode
from jaxopt_lint.semantics.tracing import Wrap


class StaticArgnames(Codemod):
    """Mark the argument as static."""

    promise = Promise.ASK

    def rewrite(self, node: ast.AST) -> None:
        assert isinstance(node, ast.Name)
        function = self.facts.module.function(node)
        if function is None:
            self.refuse("it is not inside a function")
        if any(t.transform in ("jit", "pmap") for t in self.facts.tracing.elsewhere(function)):
            self.refuse("the function is jitted in another file as well")
        for call in self.facts.calls.callers(function):
            self._check(call, function, node.id)
        for wrap in self.facts.tracing.of(function):
            self._mark(wrap, node.id)

    def _check(self, call: ast.Call, function: FunctionNode, name: str) -> None:
        """Refuse where a caller that can be seen passes something that is certainly an array."""
        from jaxopt_lint.semantics.tracing import positional
        from jaxopt_lint.semantics.values import ON_DEVICE, TRACED

        names = positional(function)
        given = {k.arg: k.value for k in call.keywords if k.arg}
        given.update(zip(names, call.args, strict=False))
        value = given.get(name)
        if value is not None and self.facts.values.kind(value) in ON_DEVICE | TRACED:
            self.refuse(f"the call at {self.facts.at(call)} passes an array for `{name}`")

    def _mark(self, wrap: Wrap, name: str) -> None:
        import libcst

        if wrap.transform.kind != "jit":
            self.refuse(f"`{wrap.name}` has no static_argnames")
        if wrap.options is None:
            partial = self.surgeon.imports.spell("functools.partial", wrap.site)
            self.replace(
                wrap.site, f'{partial}({self.code(wrap.site)}, static_argnames=("{name}",))'
            )
            return
        stated = wrap.keyword("static_argnames")
        if stated is not None:
            known = self.facts.tracing.literals(stated)
            if known is None or isinstance(stated, ast.Name):
                self.refuse("static_argnames is not written out")
            names = ", ".join(f'"{n}"' for n in [*known, name])
            self.replace(stated, f"({names})")
            return
        old = self.cst(wrap.options)
        assert isinstance(old, libcst.Call)
        made = libcst.parse_expression(f'f(static_argnames=("{name}",))')
        assert isinstance(made, libcst.Call)
        self.replace(wrap.options, old.with_changes(args=[*old.args, made.args[0]]))
