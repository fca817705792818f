"""How a function is reached: what stands between the start of the program and its body.

A way is a chain of transforms. A function that is called at the top of the file and under
`jax.pmap` has two ways. Where one use of it cannot be followed there is no answer at all.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import TREE_MAPS
from jaxopt_lint.semantics.jax.api.transforms import TRANSPARENT
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.python import Definition, FunctionNode, grouped, last_part

_CAP = 40
_DEPTH = 60
# What runs a function that it is given at once, where the call stands.
_RUNS = TREE_MAPS | {"functools.reduce", "absl.app.run", "fire.Fire"}
# Modules of these may be lifted over a named axis by whoever uses them.
_LIFTABLE = ("flax.", "haiku.", "equinox.", "praxis.", "penzai.")


Root = FunctionNode | ast.Name | ast.Attribute


@dataclass(frozen=True, slots=True)
class Way:
    """One way to a function.

    Attributes:
        wraps: the transforms around it, outermost first.
        root: what nothing in the file is seen to call, a function, a name at the top of the file
            or an attribute; None where the way starts at the top of the file.
    """

    wraps: tuple[Wrap, ...] = ()
    root: Root | None = None


Found = frozenset[Way]


def ways(facts: Facts, function: FunctionNode | None) -> Found | None:
    """All ways to a function; None where one of its uses cannot be followed."""
    if function is None:
        return frozenset({Way()})
    try:
        return _finder(facts).to(function)
    except _Unclear:
        return None


@fact
def _finder(facts: Facts) -> _Finder:
    """What has been found of the ways to the functions of this file."""
    return _Finder(facts)


def called(root: Root) -> str:
    """How to speak of a root."""
    if isinstance(root, ast.Lambda):
        return "this lambda"
    if isinstance(root, ast.Attribute):
        return f"`{ast.unparse(root)}`"
    return f"`{root.id if isinstance(root, ast.Name) else root.name}`"


class _Unclear(Exception):
    pass


class _Finder:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.known: dict[FunctionNode, Found | None] = {}
        self.busy: set[FunctionNode] = set()
        self.cut: set[FunctionNode] = set()
        wraps = tracing(facts).wraps
        self.arguments = {w.argument: w for w in wraps if w.argument is not None}
        named = self.module.all(ast.Name, ast.Attribute)
        self.loads = grouped((last_part(n), n) for n in named if isinstance(n.ctx, ast.Load))

    def to(self, function: FunctionNode) -> Found:
        if function in self.known:
            found = self.known[function]
            if found is None:
                raise _Unclear
            return found
        if function in self.busy:
            self.cut.add(function)  # it calls itself: that adds no way
            return frozenset()
        if len(self.busy) > _DEPTH:
            raise _Unclear
        self.busy.add(function)
        try:
            found = self._to(function)
            if len(found) > _CAP:
                raise _Unclear
        except _Unclear:
            self.known[function] = None
            raise
        finally:
            self.busy.discard(function)
            self.cut.discard(function)
        if not self.cut:
            self.known[function] = found
        return found

    def _to(self, function: FunctionNode) -> Found:
        if isinstance(function, ast.Lambda):
            return self.used(function)
        inside = self._decorated(function)
        found: set[Way] = set()
        uses = self._uses(function)
        for use in uses:
            try:
                found |= self.used(use)
            except _Unclear:
                # Whoever gets a function that is mapped over devices already just calls it.
                if not any(w.transform.kind in ("pmap", "shard_map") for w in inside):
                    raise
                found.add(Way(root=function))
        if not uses and self.module.function(function) is None:
            found.add(Way(root=function))
        return _under(frozenset(found), inside)

    def _decorated(self, function: Definition) -> tuple[Wrap, ...]:
        """The transforms that the decorators put around a function, outermost first."""
        by_site = {w.site: w for w in tracing(self.facts).of(function) if w.decorator}
        out = []
        for decorator in function.decorator_list:
            if decorator in by_site:
                out.append(by_site[decorator])
                continue
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if self.facts.names.is_builtin(called, "staticmethod", "classmethod"):
                continue
            if self.facts.names.of(called) not in TRANSPARENT:
                raise _Unclear
        return tuple(out)

    def _uses(self, function: Definition) -> list[ast.expr]:
        facts = self.facts
        owner = self.module.class_of(function)
        out: list[ast.expr] = []
        for node in self.loads.get(function.name, ()):
            callee = calls(facts).callee(node)
            if callee is not None and callee.node is function:
                out.append(node)
            elif isinstance(node, ast.Attribute) and owner is not None and callee is None:
                raise _Unclear  # a method of some object: it may be this one
        if owner is not None:
            if not out or any((facts.names.of(b) or ".").startswith(_LIFTABLE)
                              or facts.names.of(b) is None for b in owner.bases):  # fmt: skip
                raise _Unclear
        elif self.module.function(function) is None and self._shared(function.name):
            raise _Unclear
        if tracing(facts).elsewhere(function):
            raise _Unclear
        return out

    def _shared(self, name: str) -> bool:
        """Whether another file takes a name of this one."""
        module, imported = self.module.name, self.facts.project.imported
        return bool(module) and (module in imported or f"{module}.{name}" in imported)

    # -- one use ------------------------------------------------------------------------

    def used(self, node: ast.expr) -> Found:
        """The ways in which the value of a callable expression comes to run."""
        parent = self.module.taker(node)
        if isinstance(parent, ast.Call):
            if parent.func is node:
                return self._here(parent)
            return self._given(node, parent)
        if isinstance(parent, ast.Attribute):
            around = self.module.parent[parent]
            if isinstance(around, ast.Call) and around.func is parent:
                if parent.attr in ("lower", "trace", "eval_shape", "defvjp", "defjvp"):
                    return self._here(around) if not parent.attr.startswith("def") else frozenset()
            raise _Unclear
        if isinstance(parent, (ast.Assign, ast.AnnAssign)) and parent.value is node:
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            if len(targets) == 1 and isinstance(targets[0], ast.Name):
                return self._through(targets[0])
            if len(targets) == 1 and isinstance(targets[0], ast.Attribute):
                return frozenset({Way(root=targets[0])})  # whoever reads it calls it
            raise _Unclear
        if isinstance(parent, ast.Return):
            return self._returned(parent)
        if isinstance(parent, (ast.IfExp, ast.NamedExpr)):
            return self.used(parent)
        if isinstance(parent, (ast.List, ast.Tuple)) and node in self.arguments:
            around = self.module.parent[parent]  # the branches of `jax.lax.switch`
            if isinstance(around, ast.Call):
                return self._given(node, around)
        if isinstance(parent, ast.Expr):
            return frozenset()
        raise _Unclear

    def _here(self, call: ast.expr) -> Found:
        function = self.module.function(call)
        return frozenset({Way()}) if function is None else self.to(function)

    def _given(self, node: ast.expr, call: ast.Call) -> Found:
        """A function that is handed to a call."""
        facts = self.facts
        name = facts.names.of(call.func)
        if name == "functools.partial" and call.args and call.args[0] is node:
            return self.used(call)
        wrap = self.arguments.get(node)
        if wrap is not None and wrap.site is call:
            ends = self.used(call) if wrap.transform.wrapper else self._here(call)
            return _under(ends, (wrap,))
        if name in _RUNS or facts.names.is_builtin(call.func, "map", "max", "min", "sorted"):
            return self._here(call)
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("defvjp", "defjvp"):
            base = calls(facts).callee(call.func.value)
            if base is not None and base.node is not None:
                return self.to(base.node)
        raise _Unclear

    def _through(self, target: ast.Name) -> Found:
        """What becomes of a function that gets a name."""
        if len(self.facts.names.binding(target)) != 1:
            raise _Unclear
        holder = self.module.scope[target].holder(target.id)
        if holder is self.module.top and self._shared(target.id):
            raise _Unclear
        uses = self.module.reads(holder, target.id)
        if not uses and holder is self.module.top:
            return frozenset({Way(root=target)})
        return frozenset().union(*(self.used(n) for n in uses))

    def _returned(self, statement: ast.Return) -> Found:
        """What becomes of the function that a function gives back."""
        maker = self.module.function(statement)
        if not isinstance(maker, ast.FunctionDef) or maker in self.busy or maker.decorator_list:
            raise _Unclear
        found: set[Way] = set()
        uses = self._uses(maker)
        if not uses:
            raise _Unclear
        for use in uses:
            parent = self.module.parent[use]
            if not isinstance(parent, ast.Call) or parent.func is not use:
                raise _Unclear
            found |= self.used(parent)
        return frozenset(found)


def _under(found: Found, inside: tuple[Wrap, ...]) -> Found:
    return frozenset(Way((*w.wraps, *inside), w.root) for w in found) if inside else found
