"""Values that hold one array in two places, of which a donation would be refused.

`State(params, target=params)`, `{"mean": zeros, "var": zeros}`, `[zeros] * 4`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from jaxopt_lint.semantics.jax.basics import Facts, Kind, values
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python.nodes import stored_names
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.subjects.memory.updates import makes_object

_DEPTH = 4  # of containers within containers
_COMPREHENSIONS = (ast.ListComp, ast.DictComp)


def held_twice(facts: Facts, value: ast.expr | None) -> bool:
    """Whether what an expression makes is seen to hold an array in two places."""
    if value is None:
        return False
    held = list(_held(facts, value, _DEPTH))
    return len(held) != len(set(held))


def returned_twice(facts: Facts, function: FunctionNode) -> bool:
    """Whether what a function returns holds an array in two places."""
    if isinstance(function, ast.Lambda):
        return held_twice(facts, function.body)
    return any(held_twice(facts, n.value) for n in facts.module.inside(ast.Return, function))


def moved_within(facts: Facts, node: ast.Name) -> bool:
    """Whether a part of a value becomes another part of it: `state["old"] = state["new"]`."""
    statement = facts.module.statement(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target, value = statement.targets[0], statement.value
    both = _part_of(target) == node.id == _part_of(value)
    return both and ast.unparse(target) != ast.unparse(value)


def _part_of(node: ast.expr) -> str:
    """The variable that an item or a field is a part of; "" for anything else."""
    whole = node.value if isinstance(node, (ast.Attribute, ast.Subscript)) else None
    return whole.id if isinstance(whole, ast.Name) else ""


def _held(facts: Facts, value: ast.expr, depth: int) -> Iterator[str]:
    """The arrays that an expression holds by name, as often as it does."""
    if depth <= 0:
        return
    match value:
        case ast.Name():
            if may_hold_arrays(facts, value):
                yield from _behind(facts, value, depth)
        case ast.Attribute():
            yield ast.dump(value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            yield from _of_all(facts, parts, depth)
        case ast.BinOp(left=ast.List() as row, op=ast.Mult()):
            yield from _of_all(facts, [row, row], depth)
        case ast.ListComp() | ast.DictComp():
            own = stored_names(*(generator.target for generator in value.generators))
            one = value.value if isinstance(value, ast.DictComp) else value.elt
            if isinstance(one, ast.Name) and one.id not in own:
                yield from _of_all(facts, [one, one], depth)
        case ast.Call():
            yield from _of_call(facts, value, depth)


def _of_all(facts: Facts, parts: Sequence[ast.expr], depth: int) -> Iterator[str]:
    for part in parts:
        yield from _held(facts, part, depth - 1)


def _behind(facts: Facts, name: ast.Name, depth: int) -> Iterator[str]:
    """What a variable holds: the name of the one it is an alias of, and what that is made of."""
    made = facts.names.value(name)
    if isinstance(made, ast.Name):
        yield from _held(facts, made, depth - 1)
        return
    yield name.id
    if isinstance(made, (ast.Tuple, ast.List, ast.Dict, *_COMPREHENSIONS)) or (
        isinstance(made, ast.Call) and makes_object(facts, made)
    ):
        yield from _held(facts, made, depth - 1)


def _of_call(facts: Facts, call: ast.Call, depth: int) -> Iterator[str]:
    given = [keyword.value for keyword in call.keywords]
    if _renews(facts, call):
        whole = call.func.value if isinstance(call.func, ast.Attribute) else call.args[0]
        if facts.names.of(call.func) == "dataclasses.replace":
            whole = call.args[0]
        kept = {k.arg for k in call.keywords}
        for value in given:
            if isinstance(value, ast.Attribute) and value.attr not in kept:
                if ast.dump(value.value) == ast.dump(whole):
                    yield from (ast.dump(value), ast.dump(value))
        yield from _of_all(facts, given, depth)
    elif makes_object(facts, call) or facts.names.is_builtin(call.func, "dict"):
        yield from _of_all(facts, [*call.args, *given], depth)
    elif depth == _DEPTH:  # of what is not known, fields have names
        yield from _of_all(facts, given, depth)


def _renews(facts: Facts, call: ast.Call) -> bool:
    """Whether a call gives an object with some fields renewed."""
    if facts.names.of(call.func) == "dataclasses.replace":
        return bool(call.args)
    return isinstance(call.func, ast.Attribute) and call.func.attr in ("replace", "_replace")


def may_hold_arrays(facts: Facts, name: ast.Name) -> bool:
    """Whether a variable may hold arrays: it is no plain value, no key, no module, no function."""
    if values(facts).kind(name) in (Kind.STATIC, Kind.HOST, Kind.CALLABLE):
        return False
    for binding in facts.names.binding(name):
        statement = facts.module.statement(binding.node)
        value = statement.value if isinstance(statement, ast.Assign) else binding.value
        made = facts.names.call(value) or ""
        if binding.kind in ("def", "class", "import") or made.startswith(_NO_ARRAYS):
            continue
        if isinstance(value, ast.Call) and _is_module(facts, value):
            continue
        return True
    return False


def _is_module(facts: Facts, call: ast.Call) -> bool:
    """Whether a call makes a module of a framework that keeps its parameters elsewhere."""
    binding = facts.names.only_binding(call.func)
    owner = binding.node if binding is not None else None
    return isinstance(owner, ast.ClassDef) and framework_of(facts, owner) in ("linen", "haiku")


# Keys, transforms and configurations; what optimizers are made by.
_NO_ARRAYS = ("jax.random.PRNGKey", "jax.random.key", "jax.random.split", "jax.random.fold_in",
              "optax.", "flax.linen.", "haiku.", "argparse.", "functools.", "logging.",
              "ml_collections.", "pathlib.", "os.", "time.", "tqdm.", "wandb.", "gym.",
              "gymnasium.", "gymnax.", "jax.jit", "jax.pmap", "jax.vmap", "jax.grad",
              "jax.value_and_grad", "jax.sharding.", "jax.devices", "jax.make_mesh")  # fmt: skip
