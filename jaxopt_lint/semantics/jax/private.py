"""Methods with a private name, of which the file of their class shows who calls them."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts


def never_called(facts: Facts, method: ast.FunctionDef) -> bool:
    """Whether a method has a private name (`__init`), and nothing in the file reads it: code of
    another file and of a derived class cannot mean it by that name."""
    owner, name = facts.module.class_of(method), method.name
    if owner is None or not name.startswith("__") or name.endswith("__") or method.decorator_list:
        return False
    spelt = (name, f"_{owner.name.lstrip('_')}{name}")
    by_text = (n.value for n in facts.module.all(ast.Constant) if isinstance(n.value, str))
    return not any(facts.module.attributes(s) or facts.module.named(s) for s in spelt) and not any(
        text in spelt for text in by_text
    )
