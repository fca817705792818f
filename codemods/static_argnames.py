"""Marks a parameter of a jitted function as static."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.semantics.jax.basics import Wrap, calls, tracing, values
from jaxopt_lint.semantics.jax.kinds import ON_DEVICE, TRACED, Kind
from jaxopt_lint.semantics.python import FunctionNode, arguments, positional

_LITERAL, _HERE, _HASHABLE = _PRECONDITIONS = (
    Precondition(
        "every-call-gives-a-literal",
        "Every use of the function is a call in this file that gives the argument a literal.",
    ),
    Precondition("jitted-here-only", "The function is jitted in this file and in no other."),
    Precondition("nobody-gives-an-array", "No call gives the argument an array, a list or a dict."),
)


class StaticArgnames(Codemod[ast.Name]):
    """Mark the argument as static."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, node: ast.Name) -> None:
        function = self.module.function(node)
        assert function is not None
        if any(t.transform in ("jit", "pmap") for t in tracing(self.facts).elsewhere(function)):
            self.refuse("the function is jitted in another file as well", _HERE)
        if not self._known_everywhere(function, node.id):
            self.lower(_LITERAL, f"`{node.id}` is given something else, or where nothing shows")
        for wrap in tracing(self.facts).of(function):
            self._mark(wrap, function, node.id)

    # -- looking ------------------------------------------------------------------------

    def _known_everywhere(self, function: FunctionNode, name: str) -> bool:
        """Whether every use of the function is a call that gives the argument a literal.

        Refuses where a call that can be seen passes something that is certainly an array.
        """
        sites = calls(self.facts).callers(function)
        literal = bool(sites)
        for call in sites:
            value, at = self._given(call, function, name), self.facts.at(call)
            if value is None:
                literal = False
            elif values(self.facts).kind(value) in {*ON_DEVICE, *TRACED, Kind.HOST}:
                self.refuse(f"the call at {at} passes an array for `{name}`", _HASHABLE)
            elif isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp)):
                kind = type(value).__name__.lower().removesuffix("comp")
                self.refuse(f"the call at {at} passes a {kind} for `{name}`", _HASHABLE)
            elif not _is_literal(value):
                literal = False
        uses = [*calls(self.facts).references(function), *self._named(function)]
        around = {self.module.parent[u] for u in uses}
        return literal and around <= {*sites, *(w.site for w in tracing(self.facts).of(function))}

    def _named(self, function: FunctionNode) -> list[ast.expr]:
        """The uses of the names that a `jax.jit(f)` is given."""
        made = {w.site for w in tracing(self.facts).of(function) if not w.decorator}
        # `name = jax.jit(f)`, `name: F = jax.jit(f)` and `(name := jax.jit(f))`
        homes = [self.module.parent[site] for site in made]
        targets = [t for h in homes for t in getattr(h, "targets", [getattr(h, "target", None)])]
        names = {t.id for t in targets if isinstance(t, ast.Name)}
        reads = (n for name in sorted(names) for n in self.module.named(name))
        return [n for n in reads if isinstance(n.ctx, ast.Load)]

    def _given(self, call: ast.Call, function: FunctionNode, name: str) -> ast.expr | None:
        if any(isinstance(a, ast.Starred) for a in call.args):
            return None
        callee = calls(self.facts).callee(call.func)
        return dict(arguments(call, function, callee.bound if callee is not None else 0)).get(name)

    # -- building -----------------------------------------------------------------------

    def _mark(self, wrap: Wrap, function: FunctionNode, name: str) -> None:
        if wrap.transform.kind != "jit" or wrap.transform.lifted:
            self.refuse(f"`{wrap.name}` has no static_argnames")
        if wrap.inner:
            self.refuse(f"`{wrap.inner[0]}` stands between the jit and the function")
        if any(a.arg == name for a in function.args.posonlyargs):
            if wrap.keyword("static_argnums") is None:
                self.refuse(f"`{name}` is positional only: `static_argnames` cannot name it")
        if wrap.options is None:
            self.bind_argument(wrap.site, "static_argnames", f'("{name}",)')
            return
        names = wrap.keyword("static_argnames")
        numbers = wrap.keyword("static_argnums")
        if numbers is not None:
            # Beside `static_argnums` a name counts for keyword arguments only.
            self._add_number(numbers, wrap, function, name)
            if names is None:
                return
        if names is not None:
            known = tracing(self.facts).literals(names)
            if known is None or isinstance(names, ast.Name):
                self.refuse("`static_argnames` is not written out")
            self.replace(names, "({})".format(", ".join(f'"{n}"' for n in [*known, name])))
            return
        self.add_argument(wrap.options, "static_argnames", f'("{name}",)')

    def _add_number(self, numbers: ast.expr, wrap: Wrap, function: FunctionNode, name: str) -> None:
        known = tracing(self.facts).literals(numbers)
        if known is None or isinstance(numbers, ast.Name):
            self.refuse("`static_argnums` is not written out")
        places = positional(function)[wrap.bound :]
        if name not in places:
            self.refuse(f"`{name}` has no position, and `static_argnums` is given")
        if any(not isinstance(n, int) or n < 0 for n in known):
            self.refuse("`static_argnums` counts from the end")
        every = sorted({*(int(n) for n in known), places.index(name)})
        self.replace(numbers, "({})".format(", ".join(map(str, every))))


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(_is_literal(e) for e in node.elts)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    return isinstance(node, ast.Constant)
