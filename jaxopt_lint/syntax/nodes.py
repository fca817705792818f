"""The node classes of newer Pythons, under the names and with the fields that they have there.

Where the running Python has a class of the same shape, it is that class.
"""

from __future__ import annotations

import ast
from typing import Any


def _node(name: str, base: str, *fields: str) -> Any:
    native = getattr(ast, name, None)
    if native is not None and set(fields) <= set(native._fields):
        return native
    members = {"_fields": fields, "_attributes": ast.expr._attributes, "__module__": __name__}
    return type(name, (getattr(ast, base, ast.AST),), members)


TypeVar = _node("TypeVar", "type_param", "name", "bound", "default_value")
ParamSpec = _node("ParamSpec", "type_param", "name", "default_value")
TypeVarTuple = _node("TypeVarTuple", "type_param", "name", "default_value")
TypeAlias = _node("TypeAlias", "stmt", "name", "type_params", "value")
TemplateStr = _node("TemplateStr", "expr", "values")
Interpolation = _node("Interpolation", "expr", "value", "str", "conversion", "format_spec")


class FormattedText(ast.JoinedStr):
    """An f-string that the running Python's `ast.unparse` cannot write.

    Its `values` are the bare expressions.
    """


def type_params(node: ast.AST) -> list[ast.AST]:
    """The type parameters of a definition or a `type` statement."""
    return getattr(node, "type_params", None) or []
