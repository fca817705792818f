"""Keys that are split off for something which is then given the key that they came from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument, is_name, stored_names

_SPLIT = "jax.random.split"


@dataclass(frozen=True, slots=True)
class Unused:
    """A key that nothing uses, beside one that is used twice.

    Attributes:
        node: what is given the key that is split again.
        carried: the name of that key.
        unused: the name of the key that nothing reads.
        split: the statement that splits it off.
        again: what splits the other one again: a call, or the loop that comes back to the split.
    """

    node: ast.Call
    carried: str
    unused: str
    split: ast.Assign
    again: ast.AST


def unused_split_keys(facts: Facts) -> Iterator[Unused]:
    """The keys of a file that are split off and never read, while what they were split from goes to
    a call and is split again."""
    for split, _ in called(facts, _SPLIT):
        statement = facts.module.parent[split]
        match statement:
            case ast.Assign([ast.Tuple([ast.Name(first), ast.Name(second)])]) if split.args:
                pass
            case _:
                continue
        given, number = split.args[0], argument(split, 1, "num")
        names = [name for name in (first, second) if not is_name(given, name)]
        if not isinstance(given, ast.Name) or len(names) != 1:
            continue
        if number is not None and static_int(facts, number) != 2:
            continue
        carried, unused = given.id, names[0]
        if unused.startswith("_") or facts.module.reads(facts.module.holder(given), unused):
            continue
        taker = _taker(facts, statement, carried)
        again = _again(facts, statement, carried) if taker is not None else None
        if taker is None or again is None or in_test(facts, split) or error_meant(facts, split):
            continue
        yield Unused(taker, carried, unused, statement, again)


def _taker(facts: Facts, split: ast.Assign, carried: str) -> ast.Call | None:
    """The first call behind a split, in its block, that is given the key which is carried on, and
    gives no new one for it. What draws from it or splits it, another rule tells."""
    block = facts.module.block_of(split)
    for statement in block[block.index(split) + 1 :]:
        if carried in stored_names(statement):
            return None
        for call in (n for n in ast.walk(statement) if isinstance(n, ast.Call)):
            handed = [*call.args, *(k.value for k in call.keywords)]
            if any(is_name(one, carried) for one in handed):
                name = facts.names.call(call) or ""
                return None if name.startswith(("jax.", "flax.nnx.Rngs")) else call
    return None


def _again(facts: Facts, split: ast.Assign, carried: str) -> ast.AST | None:
    """What splits the key that is carried on once more."""
    loop = body_loop(facts, split.value)
    if loop is not None:
        return loop
    home = facts.module.function(split)
    for call, _ in called(facts, _SPLIT):
        later = call.lineno > split.lineno and facts.module.function(call) is home
        if later and call.args and is_name(call.args[0], carried):
            return call
    return None
