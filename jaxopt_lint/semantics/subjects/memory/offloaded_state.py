"""Optimizer states that are placed in host memory, and the compiled steps that are given them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact, tracing
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.python import FunctionNode, all_names, is_name, positional
from jaxopt_lint.semantics.subjects.memory.memories import DEVICE, HOST, placements, space
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_optimizer_update
from jaxopt_lint.semantics.subjects.memory.updates import updates
from jaxopt_lint.semantics.subjects.memory.versions import Version


@dataclass(frozen=True, slots=True)
class HostState:
    """A step that is given a state in host memory and treats it as if it were on the device.

    Attributes:
        function: the step.
        parameter: its parameter that holds the state.
        placed: the call that put the state into host memory.
        read: where an optimizer reads the state without a fetch; None if it is fetched.
        kept: the return that leaves the new state on the device; None if it goes back.
    """

    function: ast.FunctionDef
    parameter: str
    placed: ast.Call
    read: ast.Name | None
    kept: ast.Return | None

    @property
    def node(self) -> ast.FunctionDef:
        """The step."""
        return self.function


@fact
def host_states(facts: Facts) -> list[HostState]:
    """The steps of a file that do not fetch a state from the host, or do not send it back."""
    found: list[HostState] = []
    if not any(n.startswith("jax.experimental.compute_on") for n in mentioned(facts)):
        seen: set[tuple[FunctionNode, str]] = set()
        for name, placed in _on_host(facts):
            for call, wrap in _steps(facts, name, placed):
                state = _judge(facts, call, wrap, name, placed)
                if state is not None and (state.function, state.parameter) not in seen:
                    seen.add((state.function, state.parameter))
                    found.append(state)
    return found


def _on_host(facts: Facts) -> list[tuple[ast.Name, ast.Call]]:
    """The variables that are placed in host memory, and the calls that do it."""
    out = []
    for call, placement in placements(facts).items():
        statement = facts.module.parent[call]
        if placement.space == HOST and isinstance(statement, ast.Assign):
            if len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
                out.append((statement.targets[0], call))
    return out


def _steps(facts: Facts, name: ast.Name, placed: ast.Call) -> list[tuple[ast.Call, Wrap]]:
    """The compiled calls that are given a variable while it is in host memory."""
    module = facts.module
    scope = module.scope[name]
    out = []
    for call in module.all(ast.Call):
        given = [a for a in call.args if isinstance(a, ast.Name) and a.id == name.id]
        if not given or module.scope[call] is not scope or call.lineno <= placed.lineno:
            continue
        wrap = tracing(facts).jitted(call.func)
        if wrap is None or wrap.function is None or wrap.bound or wrap.bound_names:
            continue
        stored = [getattr(b.node, "lineno", 0) for b in scope.bindings.get(name.id, ())]
        if not any(placed.lineno < line < call.lineno for line in stored):
            out.append((call, wrap))
    return out


def _judge(
    facts: Facts, call: ast.Call, wrap: Wrap, name: ast.Name, placed: ast.Call
) -> HostState | None:
    function = wrap.function
    position = next(i for i, a in enumerate(call.args) if getattr(a, "id", "") == name.id)
    params = positional(function)
    if not isinstance(function, ast.FunctionDef) or position >= len(params):
        return None
    if wrap.keyword("in_shardings", "in_axes", "device") is not None:
        return None
    if any(isinstance(a, ast.Starred) for a in call.args):
        return None
    parameter = params[position]
    inside = [p for c, p in placements(facts).items() if facts.module.within(c, function)]
    fetched = [p for p in inside if p.space == DEVICE and parameter in all_names(p.value)]
    read = None if fetched else _read(facts, function, parameter)
    kept = None if any(p.space == HOST for p in inside) else _kept(facts, wrap, parameter)
    if read is None and kept is None:
        return None
    return HostState(function, parameter, placed, read, kept)


def _read(facts: Facts, function: FunctionNode, parameter: str) -> ast.Name | None:
    """Where an optimizer's update is given a parameter as it came."""
    for call in facts.module.inside(ast.Call, function):
        if not is_optimizer_update(facts, call):
            continue
        for argument in call.args[1:]:
            if is_name(argument, parameter):
                return argument  # type: ignore[return-value]
    return None


def _kept(facts: Facts, wrap: Wrap, parameter: str) -> ast.Return | None:
    """The return of a new version of a parameter that no option sends to the host."""
    function = wrap.function
    assert function is not None
    returns = facts.module.returns(function)
    if len(returns) != 1 or parameter not in updates(facts).updated(function):
        return None
    given = wrap.keyword("out_shardings")
    if given is None:
        return returns[0]
    index = returned_at(facts, function, parameter)
    if index is None or not isinstance(given, ast.Tuple) or index >= len(given.elts):
        return None
    return returns[0] if space(facts, given.elts[index]) == DEVICE else None


def returned_at(facts: Facts, function: FunctionNode, parameter: str) -> int | None:
    """Which element of a returned tuple is the new version of a parameter."""
    shape = updates(facts).result(function)
    for i, version in enumerate(shape if isinstance(shape, list) else ()):
        if isinstance(version, Version) and version.parameter == parameter and version.new:
            return i
    return None


def first_use(function: ast.FunctionDef, name: str) -> ast.stmt | None:
    """The first statement of a function's own block that mentions a parameter.

    A fetch in front of it comes as late as it can.
    """
    return next((s for s in function.body if name in all_names(s)), None)
