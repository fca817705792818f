"""Keys that a split has given and that nothing uses, while another one is used twice.

One function with one key for several data may be meant, as a comparison of pairs is. Where the
split has made a key for each of them, and one is left, it is not.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument
from jaxopt_lint.semantics.subjects.keys.clashes import clash
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse


def clashing(facts: Facts, earlier: KeyUse, later: KeyUse) -> str | None:
    """What is wrong with using a key in these two ways, as the end of a sentence; None where
    nothing is."""
    wrong = clash(facts, earlier, later)
    idle = idle_key(facts, earlier, later) if wrong is None else ""
    return f"both get the same random bits, and nothing uses `{idle}`" if idle else wrong


def idle_key(facts: Facts, earlier: KeyUse, later: KeyUse) -> str:
    """The key that one of two calls of one function was meant to get; "" where there is none."""
    calls = earlier.kind == later.kind in ("call", "handed") and earlier.what == later.what
    return _idle(facts, later.key) if calls and earlier.call is not later.call else ""


def leaves_one(facts: Facts, use: KeyUse, *, anew: bool = False) -> bool:
    """Whether a split gives a key a name, be it `_`, by which nothing reads it: who used the key
    itself was meant to use that.

    Args:
        anew: what used the key stands in the turn before, so that `key, _ = split(key)` makes
            another key of it, and wants nothing else.
    """
    stored = facts.module.stored_by(use.call) if use.kind == "split" else None
    match stored:
        case ast.Assign([ast.Tuple(targets)], value) if value is use.call:
            names = [t for t in targets if isinstance(t, ast.Name)]
            names = [n for n in names if not (anew and n.id.startswith("_"))]
            return any(not facts.module.reads(facts.module.holder(name), name.id) for name in names)
    return False


def left_beside(facts: Facts, *uses: KeyUse) -> bool:
    """Whether a split has left a key unread beside one that is used twice: somebody has taken the
    wrong one."""
    return any(_idle(facts, use.key) for use in uses)


def kept(facts: Facts, call: ast.Call) -> list[KeyUse]:
    """The keys that a call of a class of this file gives to a new object, where the split that has
    made one has left another that nothing uses."""
    binding = facts.names.only_binding(call.func)
    if binding is None or not isinstance(binding.node, ast.ClassDef):
        return []
    given = [*call.args, *(k.value for k in call.keywords)]
    what = ast.unparse(call.func)
    return [KeyUse(call, one, "handed", what) for one in given if _idle(facts, one)]


def _idle(facts: Facts, key: ast.expr) -> str:
    """A key of the same split that nothing uses; "" where there is none, or that is not known."""
    match key:
        case ast.Subscript(ast.Name() as keys, ast.Constant(int())):
            return _idle_item(facts, keys)
        case ast.Name():
            return _idle_name(facts, key)
    return ""


def _idle_item(facts: Facts, keys: ast.Name) -> str:
    """An item of `keys = split(key, 3)` that nobody takes, where all items are taken by number."""
    made = facts.names.value(keys)
    if not isinstance(made, ast.Call) or facts.names.call(made) != "jax.random.split":
        return ""
    number = argument(made, 1, "num")
    count = static_int(facts, number) if number is not None else 2
    taken = set()
    for read in facts.module.reads(facts.module.holder(keys), keys.id):
        match facts.module.parent[read]:
            case ast.Subscript(value, ast.Constant(int(item))) if value is read and item >= 0:
                taken.add(item)
            case _:
                return ""
    left = [item for item in range(count or 0) if item not in taken]
    return f"{keys.id}[{left[0]}]" if left else ""


def _idle_name(facts: Facts, key: ast.Name) -> str:
    """A name that `first, second = split(key)` binds besides, and that nothing reads."""
    binding = facts.names.only_binding(key)
    statement = binding.node if binding is not None else None
    match statement:
        case ast.Assign([ast.Tuple(targets)], ast.Call() as made):
            if facts.names.call(made) != "jax.random.split":
                return ""
            for one in targets:
                if isinstance(one, ast.Name) and one.id != key.id and not one.id.startswith("_"):
                    if not facts.module.reads(facts.module.holder(one), one.id):
                        return one.id
    return ""
