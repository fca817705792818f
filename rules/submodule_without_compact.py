"""Submodules of Linen that are made where Linen does not let them be."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.linen_modules import is_compact, layer_called, methods_of
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import argument, keywords


class SubmoduleWithoutCompact(Rule[ast.Call]):
    """A module of Flax Linen makes a layer, or a parameter, where that raises.

    ## Why is this bad?
    Linen lets layers and parameters be made in `setup`, or in one method that is marked by
    `nn.compact`. In a plain `__call__` it raises `AssignSubModuleError` as soon as `init` runs. Two
    layers of one `name` raise `NameInUseError`, and `self.param` takes a function that makes the
    value, not the value.

    ## Example
    ```python
    import flax.linen as nn


    class Mlp(nn.Module):
        width: int

        def __call__(self, x):
            x = nn.relu(nn.Dense(self.width)(x))
            return nn.Dense(1)(x)
    ```
    Mark `__call__` by `@nn.compact`.

    ## When to keep it
    Never: it raises. Methods that a compact one calls may make layers, and are not reported.
    """

    code = "JOL826"
    summary = "A module of Linen makes a layer outside of `setup` and `nn.compact`"
    severity = Severity.ERROR
    words = ("flax",)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if framework_of(self.facts, node) != "linen":
            return
        methods = methods_of(node)
        body = methods.get("__call__")
        if body is None or error_meant(self.facts, body):
            return
        if is_compact(self.facts, body):
            self._names(body)
        elif not body.decorator_list and not any(map(self._compact, methods.values())):
            self._made(node, body)
        for method in methods.values():
            self._values(method)

    def _compact(self, method: ast.FunctionDef) -> bool:
        return is_compact(self.facts, method)

    def _made(self, owner: ast.ClassDef, body: ast.FunctionDef) -> None:
        for call in self.facts.module.inside(ast.Call, body):
            if self.facts.module.function(call) is not body:
                continue
            layer = layer_called(self.facts, body, call.func)
            own = self._is_own(call)
            if layer is None and not own:
                continue
            what = "a parameter" if own else f"`{self.source((layer or call).func)}`"
            self.report(
                call if own else layer or call,
                f"`{owner.name}.__call__` makes {what} and is not marked by `nn.compact`: `init` "
                "raises",
                help="mark it, or make it in `setup`",
            )
            return

    def _is_own(self, call: ast.Call) -> bool:
        func = call.func
        own = isinstance(func, ast.Attribute) and self.facts.module.is_self(func.value)
        return own and isinstance(func, ast.Attribute) and func.attr == "param"

    def _names(self, body: ast.FunctionDef) -> None:
        """Two layers of one name, on one way."""
        seen: dict[object, ast.Call] = {}
        for statement in body.body:
            if not isinstance(statement, (ast.Assign, ast.Return, ast.Expr)):
                continue
            calls = [n for n in ast.walk(statement) if isinstance(n, ast.Call)]
            for call in sorted(calls, key=lambda c: (c.lineno, c.col_offset)):
                name = keywords(call).get("name")
                if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
                    continue
                if layer_called(self.facts, body, call) is None:
                    continue
                first = seen.setdefault(name.value, call)
                if first is not call:
                    self.report(
                        call,
                        f"two layers are named {name.value!r}: `init` raises NameInUseError",
                        at=name,
                        help="give it another name, or call the first layer again",
                        because=(f"the first is at {self.facts.at(first)}",),
                    )
                    return

    def _values(self, method: ast.FunctionDef) -> None:
        """`self.param("scale", jnp.ones(3))`, a value where a function is to be."""
        for call in self.facts.module.inside(ast.Call, method):
            given = argument(call, 1, "init_fn") if self._is_own(call) else None
            if given is None or not isinstance(given, ast.Call):
                continue
            made_by = self.facts.names.call(given) or ""
            if made_by in _ARRAYS:
                self.report(
                    call,
                    f"`self.param` takes a function that makes the value, and `{made_by}` gives "
                    "the value itself: it raises TypeError",
                    at=given,
                    help="give it `nn.initializers.ones` or its kin, and the shape behind it",
                )


_ARRAYS = frozenset(
    f"jax.numpy.{name}" for name in ("array", "asarray", "eye", "full", "ones", "zeros")
)
