"""How sure it is that a step may donate what it renews."""

from textwrap import dedent

import pytest

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python import Module
from jaxopt_lint.semantics.subjects.memory.donation import Candidate, candidates

TRAINER = """
import jax
import optax

class Trainer:
    def __init__(self, state):
        self.state = state
        self.step = jax.jit(self.update)

    def update(self, state, batch):
        grads = jax.grad(lambda p: (p * batch).sum())(state.params)
        return state.apply_gradients(grads=grads), 1.0

    def train(self, batch):
        {call}
{more}
"""


def found(call: str, more: str = "") -> Candidate | None:
    text = dedent(TRAINER).format(call=call, more=more)
    facts = Facts(Module(text, "m", path="m.py"), Project())
    (made,) = candidates(facts).values() or [None]
    return made


@pytest.mark.parametrize(
    "call",
    [
        "self.state, loss = self.step(self.state, batch)",
        "new, loss = self.step(self.state, batch)",
        "self.best, _ = self.step(self.state, batch)",
    ],
)
def test_what_an_object_holds_is_not_donated_without_asking(call: str) -> None:
    made = found(call)
    assert made is not None and made.blocked


def test_a_state_that_is_handed_out_is_needed() -> None:
    given = "    def current(self):\n        return self.state\n"
    assert found("self.state, loss = self.step(self.state, batch)", given) is None
