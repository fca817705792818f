"""Why places that may wait for the device are not reported, for those who ask."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.jax.basics import Kind, calls, tracing, values
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.jax.unresolved import unresolved
from jaxopt_lint.semantics.python import COMPREHENSIONS, FUNCTIONS, Loop, names_in
from jaxopt_lint.semantics.subjects.transfer.needs import sent_out
from jaxopt_lint.semantics.subjects.transfer.some_turns import leaves, some_turns, stored_in
from jaxopt_lint.semantics.subjects.transfer.steps import StepCall
from jaxopt_lint.semantics.subjects.transfer.waits import waits

if TYPE_CHECKING:
    from jaxopt_lint.semantics.jax.facts import Facts


def say_why(
    facts: Facts,
    loops: Mapping[Loop, Sequence[StepCall]],
    reported: Collection[ast.AST],
    also: Mapping[ast.expr, ast.expr],
) -> None:
    """Give a doubt for every place that may wait and is no finding.

    Args:
        loops: the loops that call steps, with their steps.
        reported: what is a finding.
        also: what waits for a step that something else waits for first, with that.
    """
    for node, value in _candidates(facts):
        if node in reported:
            continue
        first = also.get(node)
        if first is not None:
            facts.doubt(node, "{} waits for the same step before it", first, at=first)
            continue
        loop = body_loop(facts, node)
        if loop is None:
            if _comprehended(facts, node):
                facts.doubt(node, "what a comprehension fetches item by item is not followed")
            else:
                facts.doubt(node, "no loop of this function runs it again and again", early=True)
        elif tracing(facts).staged(facts.module.function(node)) is not None:
            facts.doubt(node, "it runs at trace time, where nothing is waited for")
        elif loop not in loops:
            _without_steps(facts, node, value, loop)
        else:
            _beside_steps(facts, node, value, loop, loops[loop])


def _candidates(facts: Facts) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Everything that waits if it is given a value of the device, with that value."""
    for call in facts.module.all(ast.Call):
        kind, found = waits(facts, call)
        if kind and found and not (isinstance(found[0], ast.Call) and waits(facts, found[0])[0]):
            yield call, found[0]
    for branch in facts.module.all(ast.If, ast.While):
        for node in ast.walk(branch.test):
            if isinstance(node, ast.Call):
                if (facts.names.of(node.func) or "").startswith("jax.numpy."):
                    yield branch.test, node
                    break
        loop = body_loop(facts, branch)
        for node in [branch.test, *ast.iter_child_nodes(branch.test)]:
            if not isinstance(node, ast.Compare):
                continue
            for side in (node.left, *node.comparators):
                made = _origin(facts, side, loop) if loop is not None else None
                if isinstance(side, ast.Name) and isinstance(made, ast.Call):
                    yield node, side
    for loop in facts.module.all(ast.For):
        over = loop.iter
        while (
            isinstance(over, ast.Call)
            and over.args
            and facts.names.is_builtin(over.func, "reversed", "enumerate", "zip", "list")
        ):
            over = over.args[0]
        if isinstance(over, ast.Name) and values(facts).kind(over) is Kind.DEVICE:
            what = "going over {} fetches its items one by one, which is not looked at"
            facts.doubt(loop, what, over)


def _comprehended(facts: Facts, node: ast.AST) -> bool:
    first = facts.module.around(node, ast.stmt, *FUNCTIONS, *COMPREHENSIONS)
    return isinstance(first, COMPREHENSIONS)


def _without_steps(facts: Facts, node: ast.expr, value: ast.expr, loop: Loop) -> None:
    """The loop calls nothing that is known to be a step."""
    made = _origin(facts, value, loop)
    if isinstance(made, ast.Call) and tracing(facts).compiled(made.func):
        what = (
            "{} is what the compiled {} returned, but the loop is not seen to give it back what it "
            "returned on the turn before: only such steps are followed"
        )
        facts.doubt(node, what, value, made.func, at=made)
    elif isinstance(made, ast.Call) and made is not value:
        what = "{} comes from {}, which {}: only what a compiled step of a loop returns is followed"
        facts.doubt(node, what, value, made.func, _not_compiled(facts, made), at=made)
    else:
        what = (
            "the loop on line {} calls no step that is known to be compiled; only what such steps "
            "return is looked at, and not {}"
        )
        facts.doubt(node, what, loop.lineno, value, at=loop)


def _beside_steps(
    facts: Facts, node: ast.expr, value: ast.expr, loop: Loop, steps: Sequence[StepCall]
) -> None:
    """The loop calls a step, but the value is not one of its results on every turn."""
    if _now_and_then(facts, node, node, loop, "it"):
        return
    step = steps[0].call
    made = _origin(facts, value, loop)
    if made is not None and _now_and_then(facts, node, made, loop, f"`{ast.unparse(value)}`"):
        return
    if isinstance(node, ast.Call) and sent_out(facts, loop, node):
        facts.doubt(node, "what takes {} needs it on the host on that very turn", node)
    elif made is None:
        what = "{} is not set in the loop on line {}, so that it is not what {} returned there"
        facts.doubt(node, what, value, loop.lineno, step.func, at=loop)
    elif made is step and node.lineno < step.lineno:
        facts.doubt(node, "{} is of the turn before, and is ready by then", value, at=step)
    elif isinstance(made, ast.Call) and made is not step:
        what = "{} comes from {}, which {}"
        facts.doubt(node, what, value, made.func, _not_compiled(facts, made), at=made)
    else:
        what = "how {} comes from what {} returned was not followed"
        facts.doubt(node, what, value, step.func, at=made)


def _not_compiled(facts: Facts, call: ast.Call) -> str:
    """Why a call is not known to run something compiled, as the rest of a sentence."""
    if calls(facts).function(call) is not None or facts.names.of(call.func):
        return "nothing is seen to compile"
    return unresolved(facts, call.func)


def _now_and_then(facts: Facts, node: ast.expr, place: ast.AST, loop: Loop, what: str) -> bool:
    """Say that a place in a loop is come to on some turns only, or once; whether that is so."""
    stored = stored_in(facts, loop)
    for inner, around in facts.module.way_out(place):
        if isinstance(around, ast.If) and inner is not around.test:
            if some_turns(facts, around.test, stored):
                reason = "{} is {} under {}, which is taken to hold on some turns only"
                done = "done" if place is node else "computed"
                facts.doubt(node, reason, what, done, around.test, at=around.test)
                return True
            if leaves(around.body if inner in around.body else around.orelse):
                facts.doubt(node, "the branch leaves the loop, so that it is taken once", at=around)
                return True
        if around is loop:
            return False
    return False


def _origin(facts: Facts, value: ast.expr, loop: Loop, depth: int = 4) -> ast.expr | None:
    """The expression of a loop that a value comes from last, where its name is set in the loop.

    It is followed as steps' results are: through attributes, items, and operations of JAX.
    """
    root = value
    while True:
        if isinstance(root, (ast.Subscript, ast.Attribute)):
            root = root.value
        elif isinstance(root, ast.BinOp):
            root = root.left
        elif isinstance(root, ast.Call) and root.args and not tracing(facts).compiled(root.func):
            if not (facts.names.of(root.func) or "").startswith(("jax.numpy.", "numpy.")):
                break
            root = root.args[0]
        else:
            break
    if not isinstance(root, ast.Name):
        return root
    found: ast.expr | None = None
    for statement in ast.walk(loop):
        if isinstance(statement, ast.Assign) and any(
            isinstance(n, ast.Name) and n.id == root.id
            for target in statement.targets
            for n in names_in(target)
        ):
            if found is None or statement.lineno <= value.lineno:
                found = statement.value
    if depth and isinstance(found, (ast.Name, ast.Attribute, ast.Subscript, ast.BinOp)):
        return _origin(facts, found, loop, depth - 1) or found
    return found
