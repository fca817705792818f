"""Asks an array or a device for what it has."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.device_api_misuse import Misuse

_ARRAY = Precondition(
    "asked-of-an-array",
    "What is asked is an array, or a device, and nothing else.",
)
_THERE = Precondition(
    "new-attribute-is-there",
    "The oldest JAX that the project supports has the new attribute.",
)
_ARGUMENTS = Precondition(
    "arguments-are-the-same",
    "The method is given the arguments that it had.",
)


class PlacementAttribute(Codemod[Misuse]):
    """Use the attribute that there is."""

    promise = Promise.SAME
    preconditions = (_ARRAY, _THERE, _ARGUMENTS)

    def rewrite(self, found: Misuse) -> None:
        node = found.node
        oldest = self.facts.oldest_jax
        if not found.new:
            self.refuse(f"nothing stands for `{found.attribute.attr}`")
        if found.new == "{}.device" and oldest < (0, 4, 31):
            self.refuse(
                "the property `device` is new in JAX 0.4.31, and older releases are allowed",
                _THERE,
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
        plain = not any(isinstance(a, ast.Starred) for a in node.args)
        plain = plain and len(given) == len(node.args) + len(node.keywords)
        if not plain or len(given) != rest.count("*"):
            self.refuse("its arguments are not those that the method had", _ARGUMENTS)
        self.replace(node, f"{spelt}({', '.join([owner, *given])})")
