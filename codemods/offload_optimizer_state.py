"""Keeps an optimizer's state in host memory between the steps of a training loop.

On request only: the device memory falls by the state, and each step waits for two transfers.
Gradients through the training loop itself, as meta-learning takes them, fail on JAX 0.10.
"""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import OnRequest, Precondition, Promise
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.python import positional
from jaxopt_lint.semantics.subjects.memory.memories import placements
from jaxopt_lint.semantics.subjects.memory.offloaded_state import first_use, returned_at
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_optimizer_update
from jaxopt_lint.semantics.subjects.memory.updates import updates

_ONE, _PLACED, _RETURNED = _PRECONDITIONS = (
    Precondition(
        "one-state-in-and-out", "The step is given one optimizer state and returns its new version."
    ),
    Precondition("nothing-placed-yet", "The step places nothing in one memory or the other."),
    Precondition(
        "returned-in-one-place",
        "The new state is an element of the tuple that the step returns, in one place.",
    ),
)


class OffloadOptimizerState(OnRequest[ast.FunctionDef]):
    """Keep the optimizer's state in host memory between the steps."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, node: ast.FunctionDef) -> None:
        names = updates(self.facts).optimizer_states(node)
        if len(names) != 1:
            self.refuse(
                "it does not return a new version of one optimizer state that it is given", _ONE
            )
        (name,) = names
        if any(
            around is node for call in placements(self.facts)
            for around in self.module.ancestors(call)
        ):  # fmt: skip
            self.refuse("it places values in one memory or the other already", _PLACED)
        first = first_use(node, name)
        if first is None:
            self.refuse(f"`{name}` is used by no statement of its own")
        put = self.spelled("jax.device_put", node)
        device = self.spelled("jax.memory.Space.Device", node)
        host = self.spelled("jax.memory.Space.Host", node)
        self.insert_before(first, [f"{name} = {put}({name}, {device})"])
        element = self._returned(node, name)
        self.replace(element, f"{put}({self.code(element)}, {host})")
        for made in self._made(node, name):
            variable = made.targets[0]
            assert isinstance(variable, ast.Name)
            self.insert_after(made, [f"{variable.id} = {put}({variable.id}, {host})"])

    def requested(self, qualname: str) -> list[ast.FunctionDef]:
        """The step itself, or the steps that a class or a function defines."""
        return [f for f in self.module.all(ast.FunctionDef) if self.module.qualname(f) == qualname]

    def _returned(self, step: ast.FunctionDef, name: str) -> ast.expr:
        """The expression that returns the new state."""
        returns = self.module.returns(step)
        if len(returns) != 1:
            self.refuse("it returns in more than one place", _RETURNED)
        index = returned_at(self.facts, step, name)
        value = returns[0].value
        if index is None or not isinstance(value, ast.Tuple):
            self.refuse(f"the new `{name}` is not an element of the returned tuple", _RETURNED)
        return value.elts[index]

    def _made(self, step: ast.FunctionDef, name: str) -> list[ast.Assign]:
        """The assignments that make the first state for the calls of the step."""
        position = positional(step).index(name)
        out: dict[int, ast.Assign] = {}
        for call in calls(self.facts).callers(step):
            argument = call.args[position] if position < len(call.args) else None
            if not isinstance(argument, ast.Name):
                continue
            for binding in self.facts.names.binding(argument):
                made = binding.node
                if not isinstance(made, ast.Assign) or not isinstance(made.value, ast.Call):
                    continue
                target = made.targets[0]
                plain = len(made.targets) == 1 and isinstance(target, ast.Name)
                func = made.value.func
                inits = isinstance(func, ast.Attribute) and func.attr == "init"
                if plain and inits and not is_optimizer_update(self.facts, made.value):
                    out[made.lineno] = made
        return list(out.values())
