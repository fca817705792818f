"""Which two uses of a key meet on purpose, and which meet though they are written differently."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.key_alternatives import apart_by_element
from jaxopt_lint.patterns.key_state import Seen, State
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python.nodes import stored_texts
from jaxopt_lint.semantics.subjects.keys.clashes import faintly, unlike
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse


def renewed(facts: Facts, use: KeyUse) -> bool:
    """Whether a use stores the next key where it has this one: `key, sub = split(key)`."""
    module, made = facts.module, use.call
    around = module.parent[made]
    stored = module.stored_by(around if isinstance(around, ast.Subscript) else made)
    return stored is not None and ast.unparse(use.key) in stored_texts(stored)


def handed_for_good(facts: Facts, earlier: KeyUse, now: KeyUse) -> bool:
    """Whether a turn splits the key into the next one first, and hands that on then, which the
    next turn splits as well: `key, sub = split(key)`, `step(key)`."""
    module = facts.module
    if earlier.kind != "handed" or now.kind != "split" or not renewed(facts, now):
        return False
    given = module.statement(earlier.call)
    plain = isinstance(given, ast.Assign) and given.value is earlier.call
    return plain and given in module.behind(module.statement(now.call))


def of_the_whole(state: State, use: KeyUse) -> tuple[Seen, ...]:
    """The uses of an array of keys as a whole, in front of a use of one of them:
    `step(state, keys)`, `keys = split(keys[0], n)`."""
    if use.kind not in ("split", "sample") or not isinstance(use.key, ast.Subscript):
        return ()
    whole = state.version(use.key.value)
    uses = state.uses.get(whole, ()) if whole is not None else ()
    kinds = ("call", "handed", "apply") if use.kind == "split" else ("call",)
    return tuple(one for one in uses if one.use.kind in kinds)


def slight(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether nothing that two uses draw shows anything of the other that could be measured."""
    return unlike(facts, earlier, later) or faintly(facts, earlier, later)


def never_together(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether both draw, and no element of a result is made of both draws."""
    drawn = all(use.kind in ("sample", "call") for use in (earlier, later))
    if not drawn or not apart_by_element(facts, earlier.call, later.call):
        return False
    facts.doubt(later.call, "no element of a result is made of it and of {}", earlier.call)
    return True
