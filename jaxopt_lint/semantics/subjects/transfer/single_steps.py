"""Functions that make one step of a training and wait for it themselves, each time they are called.

The loop that calls them may stand anywhere: in another file, in a base class, behind an object of
which nobody knows the class. What makes one compiled step with gradients, and leaves the renewed
state to whoever calls it next, is called by a loop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, often
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    FUNCTIONS,
    Definition,
    all_names,
    root_of,
    stored_names,
    stored_texts,
)
from jaxopt_lint.semantics.subjects.transfer.waits import waits


@dataclass(frozen=True, slots=True, eq=False)
class StepWait:
    """A number of a step that the function around the step fetches.

    Attributes:
        node: what waits.
        value: the value that it waits for.
        step: the call of the step.
        function: the function that makes the step.
        often: why that is called many times; "" where no loop is seen to call it.
    """

    node: ast.Call
    value: ast.expr
    step: ast.Call
    function: Definition
    often: str

    @property
    def kind(self) -> str:
        """How it waits, in the words of `Sync`."""
        return "fetch"

    @property
    def array(self) -> None:
        """Nothing but a number is looked at."""
        return None

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        return None if self.often else Severity.INFO


def step_waits(facts: Facts) -> list[StepWait]:
    """The waits of functions that make one step of a training, the first of each function."""
    return _step_waits(facts)


@fact
def _step_waits(facts: Facts) -> list[StepWait]:
    out: dict[Definition, StepWait] = {}
    for call in facts.module.all(ast.Call):
        if _asks_for_number(facts, call):
            function = facts.module.function(call)
            if isinstance(function, DEFINITIONS) and function not in out:
                found = _of_step(facts, call, function)
                if found is not None:
                    out[function] = found
    return list(out.values())


def _asks_for_number(facts: Facts, call: ast.Call) -> bool:
    func = call.func
    named = isinstance(func, ast.Attribute) and func.attr == "item" and not call.args
    return named or facts.names.is_builtin(func, "float")


def _of_step(facts: Facts, call: ast.Call, function: Definition) -> StepWait | None:
    kind, given = waits(facts, call)
    if kind != "fetch" or len(given) != 1 or body_loop(facts, call) is not None:
        return None
    if _guarded(facts, call) or in_test(facts, call):
        return None
    root = root_of(_within(facts, given[0]))
    if not isinstance(root, ast.Name):
        return None
    step = _made_by(facts, root, call)
    made = step.value if step is not None else None
    if step is None or not isinstance(made, ast.Call) or not tracing(facts).compiled(made.func):
        return None
    if tracing(facts).staged(function) is not None:
        return None
    same = (c for c in facts.module.inside(ast.Call, function) if c is not made)
    if any(ast.unparse(c.func) == ast.unparse(made.func) for c in same):
        return None  # it makes others, too
    trains = _trains(facts, made)
    if trains is False or not _left_to_callers(facts, step, made, function):
        return None
    why = often(facts, function) if trains else None
    return StepWait(call, given[0], made, function, why or "")


def _within(facts: Facts, value: ast.expr) -> ast.expr:
    """`loss` of `jnp.mean(loss)`."""
    while isinstance(value, ast.Call) and value.args:
        if not (facts.names.call(value) or "").startswith("jax.numpy."):
            break
        value = value.args[0]
    return value


def _guarded(facts: Facts, node: ast.AST) -> bool:
    """Whether a test, a loop or a handler stands between a place and its function."""
    for inner, around in facts.module.way_out(node):
        if isinstance(around, FUNCTIONS):
            return False
        if isinstance(around, (ast.If, ast.IfExp, ast.While, ast.For, ast.ExceptHandler)):
            if inner is not getattr(around, "test", None):
                return True
    return False


def _made_by(facts: Facts, name: ast.Name, before: ast.AST) -> ast.Assign | None:
    """The statement in front of a place, in the same block, that has stored a name from a call."""
    found: ast.Assign | None = None
    for statement in facts.module.before(facts.module.statement(before)):
        if name.id in _stores(statement):
            plain = isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)
            found = statement if plain else None  # type: ignore[assignment]
    return found


def _stores(statement: ast.stmt) -> set[str]:
    return {
        n.id
        for n in ast.walk(statement)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }


def _trains(facts: Facts, step: ast.Call) -> bool | None:
    """Whether a compiled step of this file takes gradients; None where it hands all to a method of
    what it is given, which may."""
    wrap = tracing(facts).jitted(step.func)
    function = wrap.function if wrap is not None else None
    if function is None:
        return False
    code = [n for n in _code(facts, function) if isinstance(n, ast.Call)]
    if any((facts.names.call(n) or "").rpartition(".")[2] in _GRADIENTS for n in code):
        return True
    methods = [n.func for n in code if isinstance(n.func, ast.Attribute)]
    if any(method.attr == "apply_gradients" for method in methods):
        return True
    given = {arg.arg for arg in (*function.args.posonlyargs, *function.args.args)}
    handed = (m for m in methods if isinstance(m.value, ast.Name) and m.value.id in given)
    return None if any(handed) else False


def _code(facts: Facts, function: ast.AST) -> Iterator[ast.AST]:
    """What a function runs, with the functions of the file that it calls."""
    for node in ast.walk(function):
        yield node
        if isinstance(node, ast.Call):
            inner = calls(facts).function(node)
            if inner is not None and inner is not function:
                yield from ast.walk(inner)


_GRADIENTS = ("grad", "value_and_grad", "filter_grad", "filter_value_and_grad")


def _left_to_callers(
    facts: Facts, statement: ast.Assign, step: ast.Call, function: Definition
) -> bool:
    """Whether a step renews what it is given, and the function keeps it in an object or returns it:
    the next step is made by another call."""
    given = [*step.args, *(keyword.value for keyword in step.keywords)]
    texts = {ast.unparse(part) for arg in given for part in ast.walk(arg) if _is_place(part)}
    renewed = texts & stored_texts(statement)
    if any("." in text for text in renewed):
        return True
    parameters = {arg.arg for arg in (*function.args.posonlyargs, *function.args.args)}
    returned = {
        name
        for node in facts.module.inside(ast.Return, function)
        if node.value is not None
        for name in all_names(node.value)
    }
    return bool(renewed & parameters & returned & stored_names(*statement.targets))


def _is_place(node: ast.AST) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute))
