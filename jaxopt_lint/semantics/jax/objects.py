"""Classes of the project whose objects JAX cannot take apart, so that no transform takes them."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts

_PLAIN = frozenset({"dataclasses.dataclass", "functools.total_ordering", "typing.final"})
# What makes a class a pytree, in its file or in the one that uses it.
_ABSTRACT = ("abc.ABC",)
_CONVERTED = ("__jax_array__", "__array__")  # which JAX asks an object for
_TREES = ("register_pytree", "register_dataclass", "register_static", "pytree_dataclass")


def is_plain_object(facts: Facts, annotation: ast.expr, depth: int = 0) -> bool:
    """Whether an annotation names a class of the project that is certainly no pytree: plain or a
    `dataclass`, in a file that makes none; of `depth` bases on each other, all of that kind."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return False
    for binding in facts.names.binding(annotation) if isinstance(annotation, ast.Name) else ():
        if isinstance(binding.node, ast.ClassDef):
            return _is_plain(facts, facts, binding.node, depth)
    dotted = facts.names.of(annotation) or ""
    home, _, name = dotted.rpartition(".")
    there = elsewhere(facts, home) if home else None
    bindings = there.module.top.bindings.get(name, ()) if there is not None else ()
    if len(bindings) != 1 or there is None:
        return False
    owner = bindings[0].node
    return isinstance(owner, ast.ClassDef) and _is_plain(there, facts, owner, depth)


def _is_plain_base(facts: Facts, base: ast.expr, depth: int) -> bool:
    if facts.names.is_builtin(base, "object") or facts.names.of(base) in _ABSTRACT:
        return True
    return depth > 0 and is_plain_object(facts, base, depth - 1)


def _is_plain(facts: Facts, user: Facts, owner: ast.ClassDef, depth: int) -> bool:
    if owner.keywords or not all(_is_plain_base(facts, base, depth) for base in owner.bases):
        return False
    made = [d.func if isinstance(d, ast.Call) else d for d in owner.decorator_list]
    if any(facts.names.of(one) not in _PLAIN for one in made):
        return False
    if any(isinstance(s, ast.FunctionDef) and s.name in _CONVERTED for s in owner.body):
        return False
    texts = (facts.module.text, user.module.text)
    return not any(word in text for word in _TREES for text in texts)
