"""What `init` of Linen gives, a plain dictionary since Flax 0.7.1, taken for a `FrozenDict`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.linen_modules import makes_layer
from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_7_1, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.linen_params import freezes, gives_params, states_hold_them
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import DEFINITIONS, LOOPS, Definition, last_part, positional

# The parts of variables that are taken out of them.
_COLLECTIONS = ("params", "batch_stats")


def thawed(facts: Facts) -> Iterator[Outdated]:
    """What a file asks of variables that only a `FrozenDict` has."""
    for statement in facts.module.all(ast.Assign):
        yield from _popped(facts, statement)
    for call in facts.module.all(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("unfreeze", "copy"):
            yield from _used(facts, call, call.func.value)


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
            f"`{text}` is a plain dictionary since Flax 0.7.1: `pop` gives "
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


def _used(facts: Facts, node: ast.Call, value: ast.expr) -> Iterator[Outdated]:
    """`variables["params"].unfreeze()` and `params.copy({...})` of what `init` gave."""
    keyword = [k.arg for k in node.keywords] == ["add_or_replace"]
    attribute = getattr(node.func, "attr", "")
    if attribute == "unfreeze":
        fails_by = "has no `unfreeze`: it raises AttributeError"
        help = "leave it out: what `init` gives can be changed"
    elif len(node.args) + keyword == 1 and len(node.keywords) == keyword:
        fails_by = "has a `copy` that takes nothing: it raises TypeError"
        help = f"write `flax.core.copy({facts.module.source(value)}, ...)`, or `{{**a, **b}}`"
    else:
        return
    found = _known(facts, value, keyword) if _plain(facts, node) else None
    if found is None or any(text.value == attribute for text in facts.module.all(ast.Constant)):
        return  # or it asks for the method first
    why, assumed = found
    yield Outdated(
        node,
        f"`{facts.module.source(value)}` is a plain dictionary since Flax 0.7.1, which {fails_by}",
        help, why, assumed=assumed,
    )  # fmt: skip


def _known(facts: Facts, value: ast.expr, keyword: bool) -> tuple[str, tuple[str, ...]] | None:
    """Why a value is what `init` gave, and what that takes for granted; None where it may be
    something else.

    Args:
        keyword: `copy` is told `add_or_replace`, which that of a `FrozenDict` alone takes.
    """
    of_params, variables = False, value
    match value:
        case ast.Subscript(held, ast.Constant("params")):
            of_params, variables = True, held  # nobody but Linen calls a part of it so
    made = origins(facts, variables)
    if made and all(_calls_init(m) if of_params else _is_initialized(facts, m) for m in made):
        return "", ()
    if gives_params(facts, value):
        return "it is what `init` gives", ()
    if isinstance(value, ast.Name) and _handed(facts, value):
        return "a call hands it what `init` gives", ()
    if keyword and isinstance(value, ast.Attribute) and value.attr == "params":
        if states_hold_them(facts):
            return "", (f"`{facts.module.source(value.value)}` is a `TrainState`",)
    return None


def _handed(facts: Facts, value: ast.Name) -> bool:
    """Whether a name is a parameter, as it came, which some call of the project gives what `init`
    gives."""
    function = facts.module.function(value)
    if not isinstance(function, DEFINITIONS) or facts.module.class_of(function) is not None:
        return False
    given = facts.project.variables.get(calls(facts).dotted(function), {})
    names = positional(function)
    place = str(names.index(value.id)) if value.id in names else ""
    return bool(given.get(value.id) or given.get(place)) and _as_it_came(facts, function, value)


def _as_it_came(facts: Facts, function: Definition, value: ast.Name) -> bool:
    """Whether nothing binds a parameter anew before it is read, or asks what it is."""
    if any(isinstance(around, LOOPS) for _, around in facts.module.way_out(value)):
        return False
    here = facts.module.statement(value)
    for other in facts.module.inside(ast.Name, function):
        if other.id != value.id or other is value:
            continue
        around = facts.module.parent[other]
        if isinstance(around, ast.Call) and facts.names.is_builtin(around.func, "isinstance"):
            return False
        stored = not isinstance(other.ctx, ast.Load)
        if stored and facts.module.statement(other) is not here and other.lineno < value.lineno:
            return False
    return True


def _plain(facts: Facts, node: ast.AST) -> bool:
    """Whether what `init` gives is a plain dictionary, as far as the file and the releases that
    the project allows say."""
    return not freezes(facts) and fails(facts, node, DAY_OF_7_1)


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
