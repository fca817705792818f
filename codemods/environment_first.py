"""Sets environment variables before they are read."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.runtime_env_set_too_late import backend_started_by, jax_imported_by
from jaxopt_lint.semantics.jax.api.variables import AT_IMPORT, AT_START
from jaxopt_lint.semantics.subjects.environment.variables import (
    Setting,
    asks_for_accelerator,
    settings,
)


class EnvironmentFirst(Codemod[Setting]):
    """Set the variable before it is read."""

    def rewrite(self, found: Setting) -> None:
        statement, module = found.statement, self.module
        if statement not in module.tree.body:
            self.refuse("it is set under a condition, or in a function")
        if asks_for_accelerator(self.facts, found):
            self.refuse("JAX takes an accelerator by itself, and would fail where there is none")
        reader = self._reader(found.name, statement)
        if reader is None or reader not in module.tree.body:
            self.refuse("where it is read cannot be told")
        for other in settings(self.facts).values():
            if other.name == found.name and reader.lineno <= other.statement.lineno:
                if other.statement.lineno < statement.lineno:
                    self.refuse(f"line {other.statement.lineno} sets it as well, and comes first")
        for name in self.module.inside(ast.Name, statement):
            if not self._bound_above(name, reader):
                self.refuse(f"`{name.id}` has no value yet where it would have to be set")
        above = module.lines[statement.lineno - 2].strip() if statement.lineno > 1 else ""
        if above.startswith("#"):
            self.refuse("the comment above it would stay behind")
        moved = self.cst(statement)
        self.insert_before(reader, [moved.with_changes(leading_lines=[])])
        self.remove(statement)

    def _reader(self, name: str, statement: ast.stmt) -> ast.stmt | None:
        if name in AT_IMPORT:
            return jax_imported_by(self.facts, statement)
        if name in AT_START:
            start = backend_started_by(self.facts, statement)
            return start.statement if start is not None else None
        self.refuse("which variable was meant is for you to say")

    def _bound_above(self, name: ast.Name, reader: ast.stmt) -> bool:
        bindings = self.facts.names.binding(name)
        if not bindings:
            return True  # a builtin
        return all(getattr(b.node, "lineno", reader.lineno) < reader.lineno for b in bindings)
