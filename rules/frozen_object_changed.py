"""Attributes of objects that are frozen, which are stored to."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.frozen_containers import filled_in_setup
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.private import never_called
from jaxopt_lint.semantics.python import annotated_fields

# Where an object may be stored to, since it is not finished yet.
_MAKING = {
    "equinox": ("__init__", "__post_init__", "__check_init__"),
    "linen": ("setup", "__post_init__", "__init__", "__setattr__"),
}
# Whose constructors call no method of a class that is derived from theirs.
_LIBRARIES = ("equinox.", "flax.", "typing.", "abc.", "builtins.", "jax.", "typing_extensions.")
_ERRORS = {"equinox": "FrozenInstanceError", "linen": "SetAttributeFrozenModuleError"}


class FrozenObjectChanged(Rule[ast.Attribute]):
    """An attribute of a model, or of a `TrainState`, is stored to, which is frozen.

    ## Why is this bad?
    Modules of Equinox and of Flax Linen and `flax.training.train_state.TrainState` are frozen
    dataclasses: storing to an attribute raises. In Equinox a constructor may store to the fields
    that the class declares, and to no others. A module of Linen makes a tuple of a list, and a
    `FrozenDict` of a dictionary, when it is stored to `self`: `setup` cannot fill them afterwards.

    ## Example
    ```python
    import equinox as eqx
    import jax


    class Counter(eqx.Module):
        count: jax.Array

        def __call__(self, x):
            self.count = self.count + 1
            return x
    ```
    Return what is new, and make another object of it: `eqx.tree_at(lambda m: m.count, model, new)`,
    `state.replace(params=new)`; in Linen use `self.variable` for what changes, or `self.sow`.
    Declare a field in the body of the class. Collect layers in a local list, and store it when it
    is complete.

    ## When to keep it
    Never: it raises. What waits for the error is not reported.
    """

    code = "JOL827"
    summary = "An attribute of a frozen object is stored to"
    stops = True
    severity = Severity.ERROR
    words = ("equinox", "flax")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for found in filled_in_setup(self.facts, node):
            held, kind = self.source(found.held), "a tuple of the list"
            error = f"`{found.method}` raises AttributeError"
            if not isinstance(found.stored.value, (ast.List, ast.ListComp)):
                kind, error = (
                    "a `FrozenDict` of the dictionary",
                    "storing an item raises ValueError",
                )
            elif not found.method:
                error = "storing an item raises TypeError"
            self.report(
                found.node,
                f"Flax makes {kind} when it is stored to `{held}`: {error}",
                help="fill a local one, and store it when it is complete",
                because=(f"it is stored at {self.facts.at(found.stored)}",),
            )

    def visit_Attribute(self, node: ast.Attribute) -> None:
        around = self.facts.module.parent[node]
        if not isinstance(node.ctx, ast.Store):
            return
        if isinstance(around, ast.AnnAssign) and around.value is None:
            return  # an annotation by itself stores nothing
        if self.facts.module.is_self(node.value):
            self._own(node)
        elif isinstance(node.value, ast.Name):
            self._others(node)

    def _own(self, node: ast.Attribute) -> None:
        function, owner = self.facts.module.function(node), self.facts.module.owner(node)
        framework = framework_of(self.facts, owner)
        if owner is None or framework not in _MAKING or error_meant(self.facts, node):
            return
        if not isinstance(function, ast.FunctionDef) or function not in owner.body:
            return
        if function.name in _MAKING[framework]:
            if framework == "equinox" and function.name == "__init__":
                self._undeclared(node, owner)
            return
        if never_called(self.facts, function):
            self.facts.doubt(node, "nothing calls the private method {}", function)
            return
        if function.decorator_list and framework == "equinox":
            return  # a property may have a setter of its own
        if framework != "equinox" and not self._runs_bound(function, owner):
            return  # what is called of a module that is not bound may store
        setter = any(isinstance(n, ast.FunctionDef) and n.name == "__setattr__" for n in owner.body)
        if not setter and not self._called_from_setup(function, owner, framework):
            self.report(
                node,
                f"`{owner.name}` is frozen when `{function.name}` runs: storing to "
                f"`{self.source(node)}` raises {_ERRORS[framework]}",
                help="return what is new"
                if framework == "equinox"
                else "keep it in a local name, or in `self.variable`",
                cause=owner.name,
            )

    def _runs_bound(self, function: ast.FunctionDef, owner: ast.ClassDef) -> bool:
        """Whether a method of Linen is one that `init` and `apply` run, or is named by one."""
        methods = [m for m in owner.body if isinstance(m, ast.FunctionDef)]
        bound = [m for m in methods if m.name == "__call__" or self._is_compact(m)]
        setters = (d for d in function.decorator_list if isinstance(d, ast.Attribute))
        use = ast.Store if any(d.attr == "setter" for d in setters) else ast.Load
        return function in bound or any(
            isinstance(n, ast.Attribute) and n.attr == function.name and isinstance(n.ctx, use)
            for method in bound
            for n in ast.walk(method)
        )

    def _is_compact(self, method: ast.FunctionDef) -> bool:
        return any(self.facts.names.of(d) == "flax.linen.compact" for d in method.decorator_list)

    def _called_from_setup(self, function: ast.FunctionDef, owner: ast.ClassDef, of: str) -> bool:
        """Whether a method that makes the object may call this one; it may be inherited."""
        classes = calls(self.facts).with_bases(owner)
        if any(self._elsewhere(base) for one in classes for base in one.bases):
            return True
        makers = [
            m for one in classes for m in one.body
            if isinstance(m, ast.FunctionDef) and m.name in _MAKING[of]
        ]  # fmt: skip
        return any(
            isinstance(n, ast.Attribute) and n.attr == function.name
            for maker in makers
            for n in ast.walk(maker)
        )

    def _elsewhere(self, base: ast.expr) -> bool:
        """Whether a base is of another file, where its constructor may call anything."""
        plain = base.value if isinstance(base, ast.Subscript) else base  # `Generic[T]`
        binding = self.facts.names.only_binding(plain)
        if binding is not None and isinstance(binding.node, ast.ClassDef):
            return False
        return not (self.facts.names.of(plain) or "").startswith(_LIBRARIES)

    def _undeclared(self, node: ast.Attribute, owner: ast.ClassDef) -> None:
        """A field that the constructor of a module of Equinox fills and no class declares."""
        if any(self.facts.names.of(base) != "equinox.Module" for base in owner.bases):
            return  # it may have it from there
        if owner.keywords or len(owner.bases) != 1:
            return
        dynamic = any(not isinstance(s, (ast.AnnAssign, ast.FunctionDef, ast.Expr, ast.Assign))
                      for s in owner.body)  # fmt: skip
        if node.attr not in annotated_fields(owner) and not dynamic:
            self.report(
                node,
                f"`{owner.name}` declares no field `{node.attr}`: storing to it raises "
                "FrozenInstanceError",
                help=f"declare it in the body of the class: `{node.attr}: jax.Array`",
                cause=owner.name,
            )

    def _others(self, node: ast.Attribute) -> None:
        """`model.weight = w`, of an object whose making is in sight."""
        made = origins(self.facts, node.value)
        kinds = {self._frozen(one) for one in made}
        if not kinds or None in kinds or error_meant(self.facts, node):
            return
        kind = kinds.pop()
        instead = {
            "equinox": f"`eqx.tree_at(lambda m: m.{node.attr}, {self.source(node.value)}, ...)`",
            "state": f"`{self.source(node.value)}.replace({node.attr}=...)`",
        }
        self.report(
            node,
            f"`{self.source(node.value)}` is frozen: storing to `{self.source(node)}` raises "
            "FrozenInstanceError",
            help=f"make another one: {instead[kind or '']}",
        )

    def _frozen(self, made: ast.expr) -> str | None:
        """What kind of frozen object an expression makes; None where it may be another."""
        if not isinstance(made, ast.Call):
            return None
        name = self.facts.names.call(made) or ""
        if name.startswith("equinox.nn.") and name.rpartition(".")[2][:1].isupper():
            return "equinox"
        if name == "flax.training.train_state.TrainState.create":
            return "state"
        owner = class_made(self.facts, made.func)
        if owner is None or framework_of(self.facts, owner) != "equinox":
            return None
        defines = {n.name for n in owner.body if isinstance(n, ast.FunctionDef)}
        return None if "__setattr__" in defines else "equinox"
