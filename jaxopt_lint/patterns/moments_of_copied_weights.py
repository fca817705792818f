"""Weights that are copies of others in their tree, under an optimizer for all of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.optax_chains import parts_of
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import keywords
from jaxopt_lint.semantics.python.scopes import DEFINITIONS

# What keeps something as large as the weights.
_KEEPING = frozenset(
    {"adabelief", "adadelta", "adagrad", "adam", "adamax", "adamaxw", "adamw", "adan", "amsgrad",
     "lamb", "lion", "nadam", "nadamw", "novograd", "radam", "rmsprop", "scale_by_adam",
     "scale_by_amsgrad", "scale_by_belief", "scale_by_lion", "scale_by_rms", "yogi"}
)  # fmt: skip
_PLAIN = ("flax.core.unfreeze", "flax.core.frozen_dict.unfreeze", "flax.core.copy")


@dataclass(frozen=True, slots=True, eq=False)
class CopiedWeights:
    """One part of a tree of parameters that is set to another part of it.

    Attributes:
        node: the item that is set.
        source: the part that it is a copy of.
        optimizer: the name in Optax of what keeps moments for all of the tree.
        made: the call that is given the optimizer and the tree.
        renewed: where the part is written anew, beside the optimizer.
    """

    node: ast.Subscript
    source: ast.Subscript
    optimizer: str
    made: ast.Call
    renewed: ast.Subscript


def copied_weights(facts: Facts) -> Iterator[CopiedWeights]:
    """The parts of parameters in a file that copies of others are, and an optimizer keeps moments
    for"""
    for statement in facts.module.all(ast.Assign):
        match statement:
            case ast.Assign([ast.Subscript(base, key) as part], ast.Subscript(other, source) as of):
                pass
            case _:
                continue
        same = ast.dump(key) == ast.dump(source)
        if same or ast.unparse(base) != ast.unparse(other) or _written(key) is None:
            continue
        function = facts.module.function(statement)
        made = _made_for(facts, base, function) if isinstance(function, DEFINITIONS) else None
        optimizer = _optimizer(facts, made) if made is not None else ""
        if made is None or not optimizer or in_test(facts, statement):
            continue
        renewed = _renewed(facts, part, key)
        if renewed is None:
            facts.doubt(part, "nothing is seen to write {} beside the optimizer", part)
            continue
        yield CopiedWeights(part, of, optimizer, made, renewed)


def _written(key: ast.expr) -> str | None:
    """The beginning of a key, as far as it is written out."""
    if isinstance(key, ast.JoinedStr):
        key = key.values[0] if key.values else key
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def _made_for(facts: Facts, base: ast.expr, function: ast.AST) -> ast.Call | None:
    """The call that is given a tree of parameters and an optimizer: `State.create(params, tx=tx)`,
    of which `base` is the tree, or its attribute `params`."""
    node: ast.expr | None = facts.names.behind(base)
    if isinstance(node, ast.Call) and facts.names.call(node) in _PLAIN and node.args:
        node = node.args[0]
    if isinstance(node, ast.Attribute) and node.attr == "params":
        value = node.value
        bound = facts.names.binding(value) if isinstance(value, ast.Name) else []
        made = [b.value for b in bound if isinstance(b.value, ast.Call) and _is_maker(b.value)]
        call = made[0] if len(made) == 1 else None
        return call if isinstance(call, ast.Call) else None
    if not isinstance(base, ast.Name):
        return None
    names = {base.id, node.id if isinstance(node, ast.Name) else base.id}
    for call in facts.module.inside(ast.Call, function):
        given = [*call.args, *keywords(call).values()]
        if _is_maker(call) and any(isinstance(g, ast.Name) and g.id in names for g in given):
            return call
    return None


def _is_maker(call: ast.Call) -> bool:
    func = call.func
    return isinstance(func, ast.Attribute) and func.attr == "create" and "tx" in keywords(call)


def _optimizer(facts: Facts, made: ast.Call) -> str:
    """What keeps moments for the whole tree; "" where nothing is known to."""
    tx = keywords(made)["tx"]
    bound = facts.names.binding(tx) if isinstance(tx, ast.Name) else []
    ways = [b.value for b in bound if b.value is not None] if len(bound) > 1 else [tx]
    kept: list[str] = []
    for way in ways if len(ways) == max(len(bound), 1) else ():
        parts = parts_of(facts, way) or ()
        kept.append(next((part.name for part in parts if part.name in _KEEPING), ""))
    return kept[0] if kept and all(kept) else ""


def _renewed(facts: Facts, copied: ast.Subscript, key: ast.expr) -> ast.Subscript | None:
    """Where another function of the file writes a part by the same key, as a moving average is."""
    wanted = _written(key) or ""
    home = facts.module.function(copied)
    for node in facts.module.all(ast.Subscript):
        if isinstance(node.ctx, ast.Load) or facts.module.function(node) is home:
            continue
        begins = _written(node.slice)
        whole = isinstance(node.slice, ast.Constant) and begins == wanted
        open_end = isinstance(node.slice, ast.JoinedStr) and begins and wanted.startswith(begins)
        if whole or open_end:
            return node
    return None
