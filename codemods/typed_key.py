"""Makes typed random keys."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Promise
from jaxopt_lint.patterns.legacy_prng_key import leaves


class TypedKey(Codemod[ast.Call]):
    """Make a typed key."""

    promise = Promise.CLOSE

    def rewrite(self, node: ast.Call) -> None:
        away = leaves(self.facts, node)
        if away is not None:
            self.refuse(f"the key goes where this file cannot answer for it ({away})")
        if isinstance(node.func, ast.Attribute):
            self.replace(node.func, f"{self.code(node.func.value)}.key")
        else:
            self.replace(node.func, self.spell("jax.random.key", at=node))
