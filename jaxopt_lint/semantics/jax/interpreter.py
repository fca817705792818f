"""Runs through a function in order and keeps what kind of value each name has."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS, WEAK
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.expressions import Expressions
from jaxopt_lint.semantics.jax.kinds import ARRAYS, Env, Kind, join
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python import (
    FunctionNode,
    arguments,
    defaults,
    parameters,
    positional,
    root_of,
)

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Interpreter(Expressions):
    """Statements: what they bind, where ways part and join."""

    def start(self) -> None:
        if isinstance(self.root, ast.Module):
            self.block(self.root.body)
            return
        self._parameters(self.root)
        if isinstance(self.root, ast.Lambda):
            self.expr(self.root.body)
        else:
            self.block(self.root.body)

    def _parameters(self, function: FunctionNode) -> None:
        transforms = tracing(self.facts)
        traced = transforms.traced_parameters(function)
        for name in parameters(function):
            self.env[name] = Kind.TREE if name in traced else Kind.UNKNOWN
        for wrap in transforms.of(function):
            static, known = transforms.static(wrap)
            if known and len(transforms.of(function)) == 1:
                for name in static - {self.facts.module.receiver(function)}:
                    if name in self.env:
                        self.env[name] = Kind.STATIC
        if not traced and self.staged and not transforms.of(function):
            self._from_callers(function)
        for name in self._given_otherwise(function, traced):
            self.env[name] = Kind.UNKNOWN
        self.stores.update(self.env)

    def _given_otherwise(self, function: FunctionNode, traced: Iterable[str]) -> set[str]:
        """The parameters of a function, which a transform takes elsewhere, for which code that
        may be traced hands it what may be no array: `f(x, 0)` beside `jax.vmap(f)(xs, rows)`.

        What is only mapped is mostly mapped and called in code that somebody else compiles.
        """
        wraps = tracing(self.facts).of(function)
        if not traced or any(wrap.decorator for wrap in wraps):
            return set()
        found, mapped = set[str](), all(wrap.transform.kind in WEAK for wrap in wraps)
        for call in calls(self.facts).callers(function):
            callee = calls(self.facts).callee(call.func)
            if callee is None or callee.wraps or not self._may_be_traced(call, mapped):
                continue
            given = dict(arguments(call, function, callee.bound))
            found |= {n for n in traced if n in given and not self._is_array(given[n])}
        return found

    def _may_be_traced(self, call: ast.Call, mapped: bool) -> bool:
        caller = self.values.module.function(call)
        if caller is None:
            return False
        if mapped or not tracing(self.facts).untraced(caller):
            return True
        perhaps = self.facts.project.perhaps
        return any(
            calls(self.facts).dotted(around) in perhaps
            for around in (caller, *self.values.module.functions(caller))
        )

    def _is_array(self, node: ast.expr) -> bool:
        """Whether a value is an array where it stands, or a part of some."""
        caller, kinds = self.values.module.function(node), self.values.kinds
        now = caller is None or caller in self.values.busy
        parts = (node, root_of(node, (ast.Attribute, ast.Subscript)))
        found = (kinds.get(p, Kind.UNKNOWN) if now else self.values.kind(p) for p in parts)
        return any(kind in ARRAYS for kind in found)

    def _from_callers(self, function: FunctionNode) -> None:
        """Parameters of a function whose every use is a call that can be seen."""
        if isinstance(function, ast.Lambda) or self.values.module.class_of(function) is not None:
            return
        if calls(self.facts).dotted(function) in self.facts.project.imported:
            return
        sites = calls(self.facts).callers(function)
        uses = calls(self.facts).references(function)
        if not sites or len(uses) != len(sites):
            return
        names = positional(function)
        kinds: dict[str, Kind] = {}
        for call in sites:
            callee = calls(self.facts).callee(call.func)
            if callee is None or callee.bound or callee.bound_names:
                return
            if any(not _passes_arguments_on(name) for name, _ in callee.wraps):
                return
            if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) > len(names):
                return
            caller, kinds_now = self.values.module.function(call), self.values.kinds
            now = caller is None or caller is function or caller in self.values.busy
            given = {
                n: kinds_now.get(a, Kind.UNKNOWN) if now else self.values.kind(a)
                for n, a in zip(names, call.args, strict=False)
            }
            for keyword in call.keywords:
                if keyword.arg is None:
                    return
                given[keyword.arg] = self.values.kind(keyword.value)
            for name in names:
                default = Kind.STATIC if name in defaults(function) else Kind.UNKNOWN
                found = given.get(name, default)
                kinds[name] = join(kinds[name], found) if name in kinds else found
        self.env.update({n: k for n, k in kinds.items() if n in self.env})

    # -- statements ---------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                self.expr(decorator)
            if not isinstance(node, ast.ClassDef):
                for default in defaults(node).values():
                    self.expr(default)
            else:
                for base in node.bases:
                    self.expr(base)
                if isinstance(self.root, ast.Module):
                    self.block([s for s in node.body if not isinstance(s, ast.ClassDef)])
            self.store(node.name, Kind.CALLABLE)
        elif isinstance(node, ast.Assign):
            kind = self.expr(node.value)
            for target in node.targets:
                self.assign(target, kind, node.value)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.assign(node.target, self.expr(node.value), node.value)
        elif isinstance(node, ast.AugAssign):
            kind = self.operation([node.op], [self.expr(node.value), self.expr(node.target)])
            self.assign(node.target, kind, None)
        elif isinstance(node, ast.If):
            self.expr(node.test)
            self.branches([node.body, node.orelse])
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self.loop_over(node)
        elif isinstance(node, ast.While):
            self.expr(node.test)
            self.repeat(node.body, lambda: self.expr(node.test))
            self.block(node.orelse)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self.expr(item.context_expr)
                if item.optional_vars is not None:
                    self.assign(item.optional_vars, Kind.UNKNOWN, None)
            self.block(node.body)
        elif isinstance(node, ast.Try):
            before = dict(self.env)
            self.block(node.body)
            self.block(node.orelse)
            after = self.env
            for handler in node.handlers:
                self.env = self._joined(dict(before), dict(after))
                if handler.name:
                    self.store(handler.name, Kind.STATIC)
                self.block(handler.body)
                after = self._joined(after, self.env)
            self.env = after
            self.block(node.finalbody)
        elif isinstance(node, ast.Match):
            self.expr(node.subject)
            self.branches([case.body for case in node.cases])
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.expr(child)

    def branches(self, bodies: list[list[ast.stmt]]) -> None:
        before = dict(self.env)
        ends: list[Env] = []
        for body in bodies:
            self.env = dict(before)
            self.block(body)
            if not body or not isinstance(body[-1], _LEAVING):
                ends.append(self.env)
        self.env = ends[0] if ends else before
        for end in ends[1:]:
            self.env = self._joined(self.env, end)

    def loop_over(self, node: ast.For | ast.AsyncFor) -> None:
        kind = self.expr(node.iter)

        def again() -> None:
            self.assign(node.target, self.element(kind, node.iter), None, node.iter)

        again()
        self.repeat(node.body, again)
        self.block(node.orelse)

    def repeat(self, body: list[ast.stmt], again: Callable[[], object]) -> None:
        before = dict(self.env)
        # The first run only learns what the body leaves behind; kinds are kept from the second.
        was, self.recording = self.recording, False
        self.block(body)
        self.env = self._joined(before, self.env)
        again()
        self.recording = was
        self.block(body)
        self.env = self._joined(before, self.env)

    def _joined(self, a: Env, b: Env) -> Env:
        return a | {name: join(a[name], kind) if name in a else kind for name, kind in b.items()}


def _passes_arguments_on(transform: str) -> bool:
    kind = TRANSFORMS[transform].kind
    return kind in ("grad", "value_and_grad", "checkpoint", "jit", "jacobian", "named_call")
