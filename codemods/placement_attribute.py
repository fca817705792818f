"""Asks an array or a device for what it has."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.device_api_misuse import Misuse
from jaxopt_lint.semantics.python import unpacks

_ARRAY, _THERE, _ARGUMENTS = _PRECONDITIONS = (
    Precondition("asked-of-an-array", "What is asked is an array, or a device, and nothing else."),
    Precondition(
        "new-attribute-is-there", "The oldest JAX that the project supports has the new attribute."
    ),
    Precondition("arguments-are-the-same", "The method is given the arguments that it had."),
)


class PlacementAttribute(Codemod[Misuse]):
    """Use the attribute that there is."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Misuse) -> None:
        node = found.node
        if not found.new:
            self.refuse(f"nothing stands for `{found.attribute.attr}`")
        if found.new == "{}.device":
            why = "the property `device` is new in JAX 0.4.31, and older releases are allowed"
            self.needs((0, 4, 31), why, _THERE)
        self.display = found.of == "device" and found.node is found.attribute
        function, _, rest = found.new.partition("({}")
        if not rest or function.startswith("{}"):
            owner = self.operand(found.attribute.value)
            self.replace(node, found.new.replace("{}", owner))
            return
        spelt = self.spelled(function, node)
        assert isinstance(node, ast.Call)
        owner = self.code(found.attribute.value)
        given = [self.code(a) for a in node.args]
        given += [f"{k.arg}={self.code(k.value)}" for k in node.keywords if k.arg is not None]
        if unpacks(node) or len(given) != rest.count("*"):
            self.refuse("its arguments are not those that the method had", _ARGUMENTS)
        self.replace(node, f"{spelt}({', '.join([owner, *given])})")
