"""Whether what other facts say of traced code comes to pass, as far as the machine can tell."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.abstract import PARTLY
from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.contradicted import contradicted
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.machine.traced import told, traced
from jaxopt_lint.semantics.jax.staging import staged
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, FunctionNode


def confirmed(facts: Facts, node: ast.expr, why: str, *, silent: bool = False) -> str | None:
    """How the code around a node comes to be traced with a tracer there; None where it does not.

    It does not where each way that the file shows passes the node by, or brings it concrete values;
    where only some arguments are traced and these are not seen to come there; and where a parameter
    decides that nobody is seen to give.

    Args:
        why: what other facts say; it stands where the machine knows no better.
        silent: nothing fails there, so that no tracer is asked.
    """
    function = facts.module.function(node)
    if function is None:
        return why
    if contradicted(facts, node):
        facts.doubt(node, "an option that keeps {} from being traced decides on it", function)
        return None
    seen = traced(facts, function)
    if _passed_by(facts, function):
        facts.doubt(node, "no compiled code that the file shows comes to a call of {}", function)
        return None
    event = seen.asked.get(node)
    if event is not None and event.certain:
        return told(facts, event)
    passed = event.guards if event is not None else seen.met.get(node)
    if passed is None and seen.run:
        what = "{} gets nothing that is traced" if node in seen.met else "{} is not come to"
        facts.doubt(node, what + " from where the function is compiled", node)
        return None
    if why.startswith(PARTLY) and not silent:
        facts.doubt(node, "whether what {} asks for is traced is not known", node)
        return None
    guards = [guard for guard in passed or () if not guard.by_shapes]
    chosen = next((g.test for g in guards if g.test and _is_given(facts, g.test)), None)
    if chosen is not None:
        facts.doubt(node, "{} decides whether it is come to", chosen, at=chosen)
        return None
    return why


def left_out(facts: Facts, node: ast.AST) -> bool:
    """Whether each way that traces the function around a node, as far as the file shows, leads past
    the node: by an option that has another value where the function is compiled, or by what the
    calls there give, in `if method == "series"` under `inverse(x, method="solve")`."""
    function = facts.module.function(node)
    if function is None:
        return False
    if contradicted(facts, node):
        return True
    asked = list(facts.module.inside(ast.Call, node))
    if not asked or not _is_behind_test(facts, node):
        return False  # the machine comes to what nothing decides on
    seen = traced(facts, function)
    return seen.run and not any(call in seen.met for call in asked)


def _is_behind_test(facts: Facts, node: ast.AST) -> bool:
    """Whether a test decides on a node: around it, or by leaving in front of it."""
    for current, around in facts.module.way_out(node):
        if isinstance(around, FUNCTIONS):
            break
        if isinstance(around, (ast.If, ast.IfExp)) and current is not around.test:
            return True
    statement = facts.module.statement(node)
    return any(isinstance(earlier, ast.If) for earlier in facts.module.before(statement))


def _passed_by(facts: Facts, function: FunctionNode) -> bool:
    """Whether traced code holds calls of a function, and passes all of them by."""
    if applied(facts).of(function) or applied(facts).elsewhere(function):
        return False
    sites = [(call, facts.module.function(call)) for call in calls(facts).callers(function)]
    homes = [(call, home) for call, home in sites if home is not None and home in staged(facts)]
    seen = [(call, traced(facts, home)) for call, home in homes]
    return bool(seen) and all(there.run and call not in there.met for call, there in seen)


def _is_given(facts: Facts, test: ast.expr, depth: int = 3) -> bool:
    """Whether a test asks for what callers choose: a parameter, or what is compared of one.

    What a call gives is not: whether a dictionary has a key is known when it is there.
    """
    if isinstance(test, ast.Call):
        return any(_is_given(facts, a, 0) for a in test.args if isinstance(a, ast.Name))
    if not isinstance(test, ast.Name):
        parts = (n for n in ast.iter_child_nodes(test) if isinstance(n, ast.expr))
        return any(_is_given(facts, part, depth) for part in parts)
    bindings = facts.names.binding(test)
    if any(b.kind == "param" and not facts.module.is_self(test) for b in bindings):
        return True
    values = [b.value for b in bindings if b.kind == "assign" and b.value is not None]
    return depth > 0 and any(
        _is_given(facts, v, depth - 1) for v in values if not isinstance(v, ast.Call)
    )
