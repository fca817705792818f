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


def test_a_call_that_replaces_the_state_makes_donation_likely() -> None:
    made = found("self.state, loss = self.step(self.state, batch)")
    assert made is not None and made.likely and made.blocked


@pytest.mark.parametrize(
    "call",
    ["new, loss = self.step(self.state, batch)", "self.best, _ = self.step(self.state, batch)"],
)
def test_a_call_that_keeps_the_old_state_does_not(call: str) -> None:
    made = found(call)
    assert made is None or not made.likely


def test_a_state_that_is_handed_out_is_needed() -> None:
    given = "    def current(self):\n        return self.state\n"
    assert found("self.state, loss = self.step(self.state, batch)", given) is None


def test_a_step_without_an_optimizer_is_not_taken_for_large() -> None:
    text = dedent(TRAINER).format(call="self.state = self.step(self.state, batch)", more="")
    text = text.replace("state.apply_gradients(grads=grads), 1.0", "state - 0.1 * grads")
    made = candidates(Facts(Module(text, "m", path="m.py"), Project()))
    assert not any(one.likely for one in made.values())
