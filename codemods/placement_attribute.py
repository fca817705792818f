"""Asks an array or a device for what it has."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.devices.device_api import misuses


class PlacementAttribute(Codemod):
    """Use the attribute that there is."""

    promise = Promise.SAME

    def rewrite(self, node: ast.AST) -> None:
        found = misuses(self.facts).get(node) if isinstance(node, ast.expr) else None
        if found is None:
            self.refuse("nothing is asked for that is not there")
        oldest = self.facts.oldest_jax
        if not found.new:
            self.refuse(f"nothing stands for `{found.attribute.attr}`")
        if found.new == "{}.device" and oldest < (0, 4, 31):
            self.refuse(
                "the property `device` is new in JAX 0.4.31, and older releases are allowed"
            )
        self.display = found.of == "device" and found.node is found.attribute
        owner = self.code(found.attribute.value)
        if not isinstance(
            found.attribute.value, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
        ):
            owner = f"({owner})"
        function, _, rest = found.new.partition("({}")
        if not rest or function.startswith("{}"):
            self.replace(node, found.new.replace("{}", owner))
            return
        spelt = self.spelled(function, node)
        assert isinstance(node, ast.Call)
        owner = self.code(found.attribute.value)
        given = [self.code(a) for a in node.args]
        given += [f"{k.arg}={self.code(k.value)}" for k in node.keywords if k.arg is not None]
        if len(given) != len(node.args) + len(node.keywords) or ("*" in rest) != bool(given):
            self.refuse("its arguments are not those that the method had")
        self.replace(node, f"{spelt}({', '.join([owner, *given])})")
