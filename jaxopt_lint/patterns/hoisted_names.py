"""The names that what is compiled once gets outside of where it was made."""

from __future__ import annotations

import re

from jaxopt_lint.patterns.fresh_jits import FreshJit
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.jax.excerpt import first_free
from jaxopt_lint.semantics.jax.naming import naming


def new_name(facts: Facts, found: FreshJit) -> str:
    """A name for a compiled function that had none, after what it compiles."""
    callee = calls(facts).callee(found.wrap.argument)
    made = facts.names.call(found.wrap.argument) or ""
    name = getattr(callee.node, "name", "") if callee is not None else ""
    if callee is not None and callee.dotted:
        name = name or callee.dotted.rpartition(".")[2]
    name = name or getattr(found.region, "name", "")
    parts = ["jitted", made.rpartition(".")[2] if made in TRANSFORMS else "", name.strip("_")]
    return first_free("_".join(filter(None, parts)), taken=naming(facts).anywhere)


def name_at_top(facts: Facts, name: str, found: FreshJit) -> str:
    """The name at module level of what had a name within the function."""
    owner = facts.module.class_of(found.region)
    around = getattr(found.region, "name", "").strip("_")
    if owner is not None:
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", owner.name)
        around = words.lower().strip("_")
    taken = naming(facts)
    alone = taken.holders[name] == 1 and not taken.reserved(name)
    if alone and len(name.strip("_")) > 2:
        return name
    stem = f"{around}_{name.strip('_')}" if around else name
    return first_free(stem, taken=taken.anywhere)
