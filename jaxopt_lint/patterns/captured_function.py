"""Variables that hold a function, which no compiled code can be given as an argument."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.python import Binding, read_names
from jaxopt_lint.semantics.python.scopes import FunctionNode, Scope

# Whose objects are trees of arrays that can be called: those can be handed over.
_CALLABLE_TREES = ("equinox.", "flax.")


def holds_function(facts: Facts, name: str, holder: Scope, compiled: FunctionNode) -> bool:
    """Whether compiled code calls a variable from around it that is not seen to be a model: an
    object of a class of the file or of a framework, or what each value is made of the last one."""
    reads = (n for n in facts.module.held(holder, name) if facts.module.within(n, compiled))
    parents = ((read, facts.module.parent[read]) for read in reads)
    if not any(isinstance(call, ast.Call) and call.func is read for read, call in parents):
        return False
    return not any(_is_model(facts, binding) for binding in holder.bindings[name])


def _is_model(facts: Facts, binding: Binding) -> bool:
    made = binding.node.value if isinstance(binding.node, ast.Assign) else binding.value
    if made is None:
        return False
    if binding.name in read_names(made):
        return True
    if not isinstance(made, ast.Call):
        return False
    dotted = facts.names.call(made) or ""
    return class_made(facts, made.func) is not None or dotted.startswith(_CALLABLE_TREES)
