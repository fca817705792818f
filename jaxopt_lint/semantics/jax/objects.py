"""Classes of the project whose objects JAX cannot take apart, so that no transform takes them."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts

_PLAIN = frozenset({"dataclasses.dataclass", "functools.total_ordering", "typing.final"})
# What makes a class a pytree, in its file or in the one that uses it.
_TREES = ("register_pytree", "register_dataclass", "register_static", "pytree_dataclass")


def is_plain_object(facts: Facts, annotation: ast.expr) -> bool:
    """Whether an annotation names a class of the project that is certainly no pytree: without
    bases, and plain or a `dataclass`, in a file that makes none."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return False
    for binding in facts.names.binding(annotation) if isinstance(annotation, ast.Name) else ():
        if isinstance(binding.node, ast.ClassDef):
            return _is_plain(facts, facts, binding.node)
    dotted = facts.names.of(annotation) or ""
    home, _, name = dotted.rpartition(".")
    there = elsewhere(facts, home) if home else None
    bindings = there.module.top.bindings.get(name, ()) if there is not None else ()
    return len(bindings) == 1 and there is not None and all(
        isinstance(b.node, ast.ClassDef) and _is_plain(there, facts, b.node) for b in bindings
    )  # fmt: skip


def _is_plain(facts: Facts, user: Facts, owner: ast.ClassDef) -> bool:
    if owner.keywords or any(not facts.names.is_builtin(base, "object") for base in owner.bases):
        return False
    made = [d.func if isinstance(d, ast.Call) else d for d in owner.decorator_list]
    if any(facts.names.of(one) not in _PLAIN for one in made):
        return False
    texts = (facts.module.text, user.module.text)
    return not any(word in text for word in _TREES for text in texts)
