"""Methods of plain classes that are compiled with the object among the arguments."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import Wrap, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import annotated_fields, positional


class MethodJittedWithSelf(Rule[ast.expr]):
    """`jax.jit` decorates a method, and the object of a plain class is traced with the rest.

    ## Why is this bad?
    What `jax.jit` is given must be made of arrays, and an object of a class that JAX does not know
    is not: the first call raises `TypeError`.

    ## Example
    ```python
    import jax


    class Scaler:
        def __init__(self, factor):
            self.factor = factor

        @jax.jit
        def scale(self, x):
            return self.factor * x
    ```
    Compile a function of the values that it needs, and let the method call it. Or register the
    class as a pytree (`jax.tree_util.register_dataclass`). Where the object never changes and has a
    hash of its own, it may be static: `@partial(jax.jit, static_argnums=0)`.

    ## When to keep it
    Never: it raises. Classes with a base or a decorator, which may be known to JAX, and classes
    that the file registers are not reported.
    """

    code = "JOL129"
    summary = "A method of a plain class is compiled with `self` as an array"
    severity = Severity.ERROR
    words = ("jit",)

    def matches(self) -> list[ast.expr]:
        return [wrap.site for wrap in tracing(self.facts).wraps if self._is_plain(wrap)]

    def judge(self, match: ast.expr) -> None:
        wrap = next(w for w in tracing(self.facts).wraps if w.site is match)
        assert isinstance(wrap.function, ast.FunctionDef)
        owner = self.facts.module.class_of(wrap.function)
        assert owner is not None
        receiver = positional(wrap.function)[0]
        self.report(
            match,
            f"`{receiver}` of `{owner.name}.{wrap.function.name}` is traced like an array, and "
            f"`{owner.name}` is no class that JAX knows: the first call raises TypeError",
            help="compile a function of the values that it needs, or register the class"
            " as a pytree",
        )

    def _is_plain(self, wrap: Wrap) -> bool:
        """Whether a wrap compiles a method of a class that JAX cannot take apart."""
        function = wrap.function
        if wrap.name != "jax.jit" or not wrap.decorator or wrap.inner:
            return False
        if not isinstance(function, ast.FunctionDef) or len(function.decorator_list) != 1:
            return False
        owner = self.facts.module.class_of(function)
        names = positional(function)
        if owner is None or not names or self.facts.module.receiver(function) != names[0]:
            return False
        if owner.bases or owner.keywords or owner.decorator_list or self._is_registered(owner):
            return False
        if not self._is_object(function, owner, names[0]):
            return False
        static, known = tracing(self.facts).static(wrap)
        return known and names[0] not in static and not error_meant(self.facts, wrap.site)

    def _is_object(self, function: ast.FunctionDef, owner: ast.ClassDef, name: str) -> bool:
        """Whether the first argument is an object of the class, by what is read of it: some call
        functions of a class by its name, and with arrays."""
        stored = {*annotated_fields(owner)}
        methods = {s.name for s in owner.body if isinstance(s, ast.FunctionDef)}
        return any(
            isinstance(read.value, ast.Name)
            and read.value.id == name
            and (
                read.attr in stored | methods
                or bool(calls(self.facts).attribute_values(owner, read.attr))
            )
            for read in self.facts.module.inside(ast.Attribute, function)
        )

    def _is_registered(self, owner: ast.ClassDef) -> bool:
        """Whether the file hands the class to anything: what registers it, or makes another one. A
        base may be registered by those who derive from it, here or where it is imported."""
        if calls(self.facts).dotted(owner) in self.facts.project.imported:
            return True
        for name in self.facts.module.named(owner.name):
            if isinstance(self.facts.module.parent[name], ast.ClassDef):
                return True
            around = self.facts.module.taker(name)
            called = isinstance(around, ast.Call) and around.func is name
            if isinstance(around, ast.Call) and not called:
                return True
        return any(isinstance(n, ast.Attribute) and n.attr == "__class__" for n in ast.walk(owner))
