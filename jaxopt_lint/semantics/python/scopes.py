"""Namespaces of Python: what is bound where, and which binding a name means."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

Definition = ast.FunctionDef | ast.AsyncFunctionDef
FunctionNode = Definition | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
ScopeNode = ast.Module | ast.ClassDef | FunctionNode | Comprehension
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(eq=False, slots=True)
class Binding:
    """One place where a name gets a value."""

    name: str
    kind: str  # import, def, class, type, param, assign, target, augmented, except, delete
    node: ast.AST  # the statement, parameter or expression that binds
    value: ast.expr | None = None  # for `name = value` exactly
    target: str = ""  # for imports: the dotted thing that is bound


@dataclass(eq=False, slots=True)
class Scope:
    """A namespace of Python: what is bound in it, and where it is nested."""

    node: ScopeNode
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    outer: dict[str, str] = field(default_factory=dict)  # name -> "global" or "nonlocal"

    @property
    def is_function(self) -> bool:
        return isinstance(self.node, FUNCTIONS)

    def add(self, binding: Binding) -> None:
        scope = self
        where = self.outer.get(binding.name)
        if where == "global":
            while scope.parent is not None:
                scope = scope.parent
        elif where == "nonlocal" and self.parent is not None:
            holder = self.parent.holder(binding.name)
            scope = holder if holder is not None else self
        scope.bindings.setdefault(binding.name, []).append(binding)

    def holder(self, name: str) -> Scope | None:
        """The scope whose binding of `name` code in this scope sees; None for builtins."""
        scope: Scope | None = self
        first = True
        while scope is not None:
            # A class body's names are seen by the body itself, not by the functions in it.
            if name in scope.bindings and (first or not isinstance(scope.node, ast.ClassDef)):
                return scope
            first = first and isinstance(scope.node, COMPREHENSIONS)
            scope = scope.parent
        return None

    def fixed(self, name: str) -> bool:
        """Whether a name is imported or defined here, and not assigned."""
        kinds = {binding.kind for binding in self.bindings.get(name, ())}
        return kinds <= {"import", "def", "class"}
