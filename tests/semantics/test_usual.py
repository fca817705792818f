"""Numbers that a program holds as its author left it, and how far they are followed."""

from __future__ import annotations

import ast

import pytest

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python.module import Module

# Attributes that hold one another: what is followed from one to the next comes back to itself.
AROUND = """\
from things import Holder

class Agent:
    def refresh(self):
        steps = self.held.steps
        self.held = Holder(steps=steps)
        for _ in range(self.held.steps{more}):
            pass
"""


@pytest.mark.parametrize("more", ["", " + 1", " + 1 + 1"])
def test_attributes_that_hold_one_another_end(more: str) -> None:
    facts = Facts(Module(AROUND.format(more=more), "agent", path="agent.py"), Project())
    loop = next(facts.module.all(ast.For))
    assert usual_turns(facts, loop) is None
