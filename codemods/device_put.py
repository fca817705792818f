"""Fetches a state from host memory at the start of a step, and sends the new one back."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.semantics.subjects.memory.offloaded_state import (
    HostState,
    first_use,
    returned_at,
)

_ON_HOST, _SINCE = _PRECONDITIONS = (
    Precondition("state-is-on-the-host", "The step is given a state that lives in host memory."),
    Precondition(
        "memory-spaces-are-there", "The oldest JAX that the project supports has `jax.memory`."
    ),
)


class DevicePut(Codemod[HostState]):
    """Fetch the state from host memory and send the new one back."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, state: HostState) -> None:
        self.needs((0, 7, 1), "`jax.memory` came with JAX 0.7.1", _SINCE)
        self.display = True
        put = self.spelled("jax.device_put", state.function)
        if state.read is not None:
            name = state.parameter
            first = first_use(state.function, name)
            assert first is not None  # the read is in it
            space = self.spelled("jax.memory.Space.Device", state.function)
            self.insert_before(first, [f"{name} = {put}({name}, {space})"])
        if state.kept is not None:
            self._send_back(state.kept, state.function, state.parameter, put)

    def _send_back(
        self, returned: ast.Return, function: ast.FunctionDef, parameter: str, put: str
    ) -> None:
        index = returned_at(self.facts, function, parameter)
        if index is None or not isinstance(returned.value, ast.Tuple):
            self.refuse("the new state is not returned as an element of a tuple")
        element = returned.value.elts[index]
        space = self.spelled("jax.memory.Space.Host", function)
        self.replace(element, f"{put}({self.code(element)}, {space})")
