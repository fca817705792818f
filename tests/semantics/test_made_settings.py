"""How far what makes an object is followed, and at what cost."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.made_settings import maker_of
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module

# A walk over a tree: every case calls it again with the object that it was given.
WALK = """\
from things import Options

def walk(options, node):
    match node:
{cases}
    return options.steps

def main():
    return walk(Options(), {{}})
"""


def test_a_function_that_calls_itself_in_many_places_is_followed_once() -> None:
    cases = "\n".join(f"        case {n}: walk(options, {n} + 1)" for n in range(40))
    facts = Facts(Module(WALK.format(cases=cases), "walk", path="walk.py"), Project())
    used = [node for node in facts.module.all(ast.Name) if node.id == "options"][-1]
    assert maker_of(facts, used) == "things.Options"
