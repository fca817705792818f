"""Parameters of Flax Linen as `init` gives them: plain dictionaries since Flax 0.7.1, unless
somebody freezes them."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.mentioned import mentioned

INIT = "flax.linen.Module.init"  # stands for what gives them
_STATE = frozenset({"apply_fn", "params", "tx"})  # what a `TrainState` is created of
_DEPTH = 4  # names that are followed


def gives_params(facts: Facts, node: ast.expr | None, depth: int = _DEPTH) -> bool:
    """Whether an expression is the parameters that `init` gives: taken out of its result, or held
    by a `TrainState` of which the file shows that all are made of such."""
    match node:
        case ast.Subscript(variables, ast.Constant("params")):
            return _is_init(facts, variables)
        case ast.Attribute(state, "params"):
            return _is_state(facts, state) and states_hold_them(facts)
        case ast.Name() if depth > 0:
            return gives_params(facts, _assigned(facts, node), depth - 1)
    return False


@fact
def states_hold_them(facts: Facts) -> bool:
    """Whether the `TrainState`s that a file creates hold what `init` gives, all of them, and the
    file freezes nothing."""
    if not facts.module.named("TrainState") and "TrainState" not in facts.module.text:
        return False
    created = [call for call in facts.module.all(ast.Call) if _creates(call)]
    given = [k.value for call in created for k in call.keywords if k.arg == "params"]
    if not given or freezes(facts):
        return False
    return all(not isinstance(v, ast.Attribute) and gives_params(facts, v) for v in given)


def freezes(facts: Facts) -> bool:
    """Whether a file speaks of freezing, or of the option by which Flax does so."""
    frozen = any(one.endswith((".freeze", "FrozenDict")) for one in mentioned(facts))
    return frozen or "return_frozendict" in facts.module.text


def _creates(call: ast.expr | None) -> bool:
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return call.func.attr == "create" and {k.arg for k in call.keywords} >= _STATE


def _is_init(facts: Facts, node: ast.expr | None) -> bool:
    if isinstance(node, ast.Name):
        node = _assigned(facts, node)
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "init"


def _assigned(facts: Facts, node: ast.expr) -> ast.expr | None:
    binding = facts.names.only_binding(node)
    return binding.value if binding is not None and binding.kind == "assign" else None


def _is_state(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is a `TrainState`: created, or said to be one."""
    annotation: ast.expr | None = None
    if isinstance(node, ast.Name):
        if _creates(_assigned(facts, node)):
            return True
        binding = facts.names.only_binding(node)
        if binding is not None and isinstance(binding.node, ast.arg):
            annotation = binding.node.annotation
    elif isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        owner = facts.module.owner(node)
        for statement in owner.body if owner is not None else ():
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if statement.target.id == node.attr:
                    annotation = statement.annotation
    name = facts.names.of(annotation) if annotation is not None else None
    return (name or "").rpartition(".")[2] == "TrainState"
