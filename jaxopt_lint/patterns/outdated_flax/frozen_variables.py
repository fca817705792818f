"""What `init` of Linen gives, a plain dictionary since Flax 0.7, taken for a `FrozenDict`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.linen_modules import makes_layer
from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_7, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import last_part

# The parts of variables that are taken out of them.
_COLLECTIONS = ("params", "batch_stats")


def thawed(facts: Facts) -> Iterator[Outdated]:
    """What a file asks of variables that only a `FrozenDict` has."""
    for statement in facts.module.all(ast.Assign):
        yield from _popped(facts, statement)
    for call in facts.module.all(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "unfreeze":
            yield from _unfrozen(facts, call, call.func.value)


def _popped(facts: Facts, node: ast.Assign) -> Iterator[Outdated]:
    """`state, params = variables.pop("params")` of what `init` gave."""
    match node:
        case ast.Assign(
            [ast.Tuple([_, _])],
            ast.Call(ast.Attribute(variables, "pop"), [ast.Constant(str(name))]),
        ):
            pass
        case _:
            return
    made = origins(facts, variables)
    known = made and all(_is_initialized(facts, one) for one in made)
    if (known or (name in _COLLECTIONS and _gives(facts, variables))) and _plain(facts, node):
        text = facts.module.source(variables)
        yield Outdated(
            node,
            f"`{text}` is a plain dictionary since Flax 0.7: `pop` gives "
            f'"{name}" alone, and unpacking that into two names fails',
            f'write `... = {text}.pop("{name}")`; the rest stays in it',
        )


def _gives(facts: Facts, variables: ast.expr) -> bool:
    """Whether a call named as those of Linen that give variables gives these, alone or as the
    second of two results: no dictionary but Linen's has parameters of which `pop` gives a pair."""
    if isinstance(variables, ast.Name):
        binding = facts.names.only_binding(variables)
        made = facts.module.statement(binding.node) if binding is not None else None
        if not isinstance(made, ast.Assign):
            return False
        match made.targets, made.value:
            case ([ast.Name()], value):
                return last_part(getattr(value, "func", value)) == "init"
            case ([ast.Tuple([_, ast.Name(second)])], ast.Call(func)) if second == variables.id:
                return last_part(func) in ("apply", "init_with_output")
        return False
    return isinstance(variables, ast.Call) and last_part(variables.func) == "init"


def _unfrozen(facts: Facts, node: ast.Call, value: ast.expr) -> Iterator[Outdated]:
    """`variables["params"].unfreeze()` of what `init` gave."""
    of_params = False
    match value:
        case ast.Subscript(variables, ast.Constant("params")):
            of_params = True  # nobody but Linen calls a part of it so
        case variables:
            pass
    made = origins(facts, variables)
    ours = all(_calls_init(one) if of_params else _is_initialized(facts, one) for one in made)
    if not made or not ours or not _plain(facts, node):
        return
    if any(text.value == "unfreeze" for text in facts.module.all(ast.Constant)):
        return  # it asks for the method first
    yield Outdated(
        node,
        f"`{facts.module.source(value)}` is a plain dictionary since Flax 0.7, which has no "
        "`unfreeze`: it raises AttributeError",
        "leave it out: what `init` gives can be changed",
    )


def _plain(facts: Facts, node: ast.AST) -> bool:
    """Whether what `init` gives is a plain dictionary, as far as the file and the releases that
    the project allows say."""
    frozen = any(one.endswith((".freeze", "FrozenDict")) for one in mentioned(facts))
    if frozen or "return_frozendict" in facts.module.text:
        return False
    return fails(facts, node, DAY_OF_7)


def _is_initialized(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is what `init` of a module of Linen gives."""
    if not _calls_init(node):
        return False
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    models = origins(facts, node.func.value)
    return bool(models) and all(_is_linen(facts, model) for model in models)


def _is_linen(facts: Facts, node: ast.expr) -> bool:
    return makes_layer(facts, node) and (
        not isinstance(node, ast.Call) or calls(facts).function(node) is None
    )


def _calls_init(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "init"
