"""What files put into the environment as they are run, and which of it a program puts there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.interface import Summary
from jaxopt_lint.semantics.jax.project import is_test_file
from jaxopt_lint.semantics.python import text_of


def environment_set(facts: Facts) -> set[str]:
    """The variables that the top of a file gives a text which is written there: `NAME=text`."""
    out = set[str]()
    if "environ" not in facts.module.text:
        return out
    for node in facts.module.all(ast.Subscript):
        stored = facts.module.parent[node]
        if not isinstance(node.ctx, ast.Store) or not isinstance(stored, ast.Assign):
            continue
        name, text = text_of(node.slice), text_of(stored.value)
        outside = facts.module.function(node) is None
        if name and text and outside and facts.names.of(node.value) == "os.environ":
            out.add(f"{name}={text}")
    return out


def set_alike(summaries: Iterable[Summary], imports: Mapping[str, set[str]]) -> dict[str, str]:
    """What modules put into the environment as a program does that imports them, itself or through
    others: `module.NAME=text`, each with the file of the program."""
    setting = [s for s in summaries if s.environment and not is_test_file(s.path)]
    tests = {s.module for s in summaries if is_test_file(s.path)}
    taken = {one for module, found in imports.items() if module not in tests for one in found}
    out: dict[str, str] = {}
    for program in setting if len(setting) > 1 else ():
        if program.module in taken:
            continue
        reached, pending = set[str](), [program.module]
        while pending:
            new = imports.get(pending.pop(), set()) - reached
            reached |= new
            pending += sorted(new)
        for other in setting:
            for said in other.environment & program.environment:
                if other.module in reached:
                    out.setdefault(f"{other.module}.{said}", program.path)
    return out
