"""Compiled steps whose code is not seen, and whose calls renew the state of an optimizer.

`step = jax.pmap(build(loss))`, where each call stores what it gives in the place of a state that
was made of parameters and of what an optimizer's `init` gives for them.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.jax.effects.objects import reaching
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.python import stored_texts
from jaxopt_lint.semantics.python.later_reads import first_read
from jaxopt_lint.semantics.python.nodes import last_part

_JITS = ("jax.jit", "jax.pmap", "jax.experimental.pjit.pjit", "jax.pjit")
_STATES = ("flax.training.train_state.TrainState.create",)
_DEPTH = 5  # of what a state is made of


@dataclass(frozen=True, slots=True)
class UnseenStep:
    """A compiled step that is known by its calls alone, and donates nothing.

    Attributes:
        node: the call that compiles.
        call: the first call of the step.
        renewed: the states that it renews, as written there.
    """

    node: ast.expr
    call: ast.Call
    renewed: tuple[str, ...]


@fact
def unseen_steps(facts: Facts) -> dict[ast.expr, UnseenStep]:
    """The steps of a file that could donate, whose code it does not show, by what compiles them."""
    wraps = [w for w in tracing(facts).wraps if _is_unseen(facts, w)]
    found: dict[ast.expr, UnseenStep | None] = {}
    for call in facts.module.all(ast.Call) if wraps else ():
        made = _made(facts, call.func)
        compiled = next((w for w in wraps if w is made or w.site is made), None)
        if compiled is not None:
            step = _renewing(facts, call, compiled)
            before = found.setdefault(compiled.site, step)
            if step is None or before is None or before.renewed != step.renewed:
                found[compiled.site] = None
    return {site: step for site, step in found.items() if step is not None}


def _made(facts: Facts, func: ast.expr) -> Wrap | ast.expr | None:
    """What makes the function that is called; of a name that was something else before, too."""
    holder = facts.module.holder(func) if isinstance(func, ast.Name) else None
    if isinstance(func, ast.Name) and holder is not None:
        last = reaching(facts, func, holder)
        if len(last) == 1 and last[0].kind == "assign":
            return last[0].value
    return tracing(facts).jitted(func)


def _is_unseen(facts: Facts, wrap: Wrap) -> bool:
    """Whether a wrap compiles what the file does not show, and says of no argument that it is
    donated."""
    if wrap.name not in _JITS or wrap.decorator or wrap.function is not None:
        return False
    if wrap.argument is None or in_test(facts, wrap.site):
        return False
    given = wrap.options.keywords if wrap.options is not None else []
    return not any(k.arg is None or k.arg.startswith("donate") for k in given)


def _renewing(facts: Facts, call: ast.Call, wrap: Wrap) -> UnseenStep | None:
    """What a call of such a step renews, where nobody needs the old."""
    module = facts.module
    statement = module.stored_by(call)
    if statement is None or tracing(facts).staged(module.function(call)) is not None:
        return None
    stored = stored_texts(statement)
    renewed = []
    for given in (p for a in call.args for p in _parts(a)):
        kept = isinstance(given, ast.Attribute) and module.is_self(given.value)
        if ast.unparse(given) not in stored or not (kept or body_loop(facts, call) is not None):
            continue
        if isinstance(given, ast.Name) and first_read(module, statement, given) is not None:
            continue
        if _holds_optimizer_state(facts, given, _DEPTH):
            renewed.append(ast.unparse(given))
    return UnseenStep(wrap.site, call, tuple(renewed)) if renewed else None


def _parts(given: ast.expr) -> list[ast.expr]:
    return given.elts if isinstance(given, (ast.Tuple, ast.List)) else [given]


def _holds_optimizer_state(facts: Facts, node: ast.expr, depth: int) -> bool:
    """Whether a value is made of parameters and of what an optimizer begins with for them, on one
    of the ways to it."""
    if not depth:
        return False
    if not isinstance(node, ast.Call):
        made = calls(facts).stored_in(node) if isinstance(node, ast.Attribute) else []
        if isinstance(node, ast.Name):
            made = [b.value for b in facts.names.binding(node) if b.value is not None]
        return any(_holds_optimizer_state(facts, one, depth - 1) for one in made)
    if facts.names.call(node) in _STATES:
        return True
    given = [*node.args, *(k.value for k in node.keywords)]
    texts = {ast.unparse(one) for one in given}
    for one in given:
        begun = facts.names.behind(one)
        if isinstance(begun, ast.Call) and last_part(begun.func) == "init":
            if len(begun.args) == 1 and not begun.keywords and ast.unparse(begun.args[0]) in texts:
                return True
    return any(_holds_optimizer_state(facts, one, depth - 1) for one in given)
