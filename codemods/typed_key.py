"""Makes typed random keys."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.subjects.keys.raw_keys import LEGACY, leaves, raw_layout


class TypedKey(Codemod):
    """Make a typed key."""

    promise = Promise.CLOSE

    def rewrite(self, node: ast.AST) -> None:
        if not isinstance(node, ast.Call) or self.facts.names.call(node) != LEGACY:
            self.refuse("this does not make a key of the old kind")
        raw = raw_layout(self.facts)
        if raw is not None:
            self.refuse(f"the file may use the layout of raw keys ({raw})")
        away = leaves(self.facts, node)
        if away is not None:
            self.refuse(f"the key goes where this file cannot answer for it ({away})")
        if isinstance(node.func, ast.Attribute):
            self.replace(node.func, f"{self.code(node.func.value)}.key")
        else:
            self.replace(node.func, self.spell("jax.random.key", at=node))

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        calls = module.all(ast.Call)
        return [
            c for c in calls
            if self.facts.names.call(c) == LEGACY and module.qualname(c) == qualname
        ]  # fmt: skip
