"""Loops that call a compiled step, and tests that let only some of their turns through.

A step is a compiled function whose call stores the new version of one of its own arguments
(`state, loss = train_step(state, batch)`), there or behind it (`state = new_state`), or one of
`nnx.jit` that writes it in place.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.transforms import SYNCHRONOUS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.jax.unresolved import unresolved
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    Loop,
    all_names,
    grouped,
    names_in,
    stored_names,
    stored_texts,
)


@dataclass(frozen=True, slots=True)
class StepCall:
    """One call of a step in a loop.

    Attributes:
        call: the call.
        loop: the innermost loop around it.
        known: the step is seen to be compiled; otherwise nobody knows what it runs.
    """

    call: ast.Call
    loop: Loop
    known: bool


@fact
def steps(facts: Facts) -> list[StepCall]:
    """The calls of steps in loops, in source order."""
    return list(_find_steps(facts))


def _find_steps(facts: Facts) -> Iterator[StepCall]:
    module = facts.module
    for call in module.all(ast.Call):
        statement = module.stored_by(call)
        loop = body_loop(facts, statement) if statement is not None else None
        if statement is None or loop is None:
            continue
        if tracing(facts).staged(module.function(call)) is not None:
            facts.doubt(call, "it runs at trace time, where nothing is waited for", early=True)
            continue
        known = _steps_on(facts, call, statement, loop)
        if known is not None and _interactive(facts, loop):
            facts.doubt(call, "its loop asks somebody at a prompt")
        elif known is not None:
            yield StepCall(call, loop, known)


def waits_by_itself(facts: Facts, func: ast.expr) -> bool:
    """Whether calling what something compiled returns only when its results are there."""
    wrap = tracing(facts).jitted(func)
    return wrap is not None and wrap.name in SYNCHRONOUS


def _steps_on(facts: Facts, call: ast.Call, statement: ast.Assign, loop: Loop) -> bool | None:
    """Whether a call renews what it is given by something compiled; None if it does not, and
    False if it is not known what the call runs."""
    if renews_in_place(facts, call):
        return True
    values = [*call.args, *(k.value for k in call.keywords)]
    names = {ast.unparse(n) for a in values for n in names_in(a)}
    given = names & stored_texts(statement) or names & _moved(facts, loop, statement)
    if all(_set_anew(facts, loop, statement, name) for name in given):
        if facts.asked and tracing(facts).compiled(call.func):
            what = "{} is compiled, but nothing that it returns goes back to it on the next turn"
            facts.doubt(call, what, call.func)
        return None
    if tracing(facts).compiled(call.func):
        return True
    _not_compiled(facts, call)
    return None if _known_callee(facts, call) else False


def _moved(facts: Facts, loop: Loop, statement: ast.Assign) -> set[str]:
    """Where a turn puts what a statement stores, behind it and in its block: `old = new`,
    `bundle = Bundle(state=new)`, and the parts `bundle.state` of such a place."""
    block = facts.module.block_of(statement)
    if not any(block is body for body in (loop.body, loop.orelse)):
        return set()
    stored, places = stored_names(*statement.targets), set[str]()
    for after in block[block.index(statement) + 1 :]:
        match after:
            case ast.Assign([ast.Name(place)], ast.Name(name)) if name in stored:
                places.add(place)
            case ast.Assign([ast.Name(place)], ast.Call() as made):
                parts = [*made.args, *(keyword.value for keyword in made.keywords)]
                if any(isinstance(part, ast.Name) and part.id in stored for part in parts):
                    places.add(place)
    read = (n for n in facts.module.inside(ast.Attribute, statement.value) if places)
    parts_of = {ast.unparse(n) for n in read if getattr(n.value, "id", "") in places}
    return places | parts_of


def _known_callee(facts: Facts, call: ast.Call) -> bool:
    """Whether a call runs code of this file, or of a library that hands out no compiled steps."""
    if calls(facts).function(call) is not None or facts.names.is_builtin(call.func, *_BUILTINS):
        return True
    name = facts.names.of(call.func) or ""
    return name.partition(".")[0] in _LIBRARIES


_BUILTINS = frozenset(dir(builtins))
_LIBRARIES = sys.stdlib_module_names | {"jax", "numpy", "scipy", "torch", "tensorflow", "pandas"}


def _not_compiled(facts: Facts, call: ast.Call) -> None:
    """Say that a call which renews what it is given is not known to run anything compiled."""
    if not facts.asked:
        return
    inner = calls(facts).function(call)
    if (facts.names.of(call.func) or "").startswith(("jax.", "numpy.", "builtins.")):
        return
    if inner is None:
        what = "{} is not known to be compiled: it {}"
        facts.doubt(call, what, call.func, unresolved(facts, call.func))
    else:
        what = "nothing compiles {}, so that the loop is not known to hand out steps to the device"
        facts.doubt(call, what, call.func, at=inner)


def _set_anew(facts: Facts, loop: Loop, statement: ast.stmt, name: str) -> bool:
    """Whether every turn sets a name before this statement, from nothing that the loop carries."""
    if not name.isidentifier():
        return False
    if not isinstance(loop, ast.While) and name in stored_names(loop.target):
        return True
    first: ast.Assign | None = None
    while statement is not loop:
        before = [s for s in facts.module.before(statement) if isinstance(s, ast.Assign)]
        first = next((s for s in before if name in stored_names(*s.targets)), first)
        statement = facts.module.statement(facts.module.parent[statement])
    if first is None:
        return False
    stores = list(facts.module.inside(ast.Assign, loop))
    reads = grouped((n, s.value) for s in stores for n in stored_names(*s.targets))
    seen: set[str] = set()
    new = all_names(first.value)
    while new:
        seen |= new
        new = all_names(*(value for read in new for value in reads.get(read, ()))) - seen
    return name not in seen


def _interactive(facts: Facts, loop: Loop) -> bool:
    """Whether a loop asks somebody at a prompt."""
    return any(
        isinstance(n, ast.Call) and facts.names.is_builtin(n.func, "input") for n in ast.walk(loop)
    )


def renews_in_place(facts: Facts, call: ast.Call) -> bool:
    """Whether a call runs a step of `nnx.jit`, which writes into the modules it is given; of this
    file or of another one."""
    wrap = tracing(facts).jitted(call.func)
    if wrap is not None:
        return wrap.name == _NNX_JIT and _takes_gradients(facts, wrap.function)
    if not tracing(facts).jitted_elsewhere(call.func):
        return False
    module, name = facts.project.home(facts.names.of(call.func) or "")
    there = elsewhere(facts, module) if module else None
    held = there.module.top.bindings.get(name, []) if there is not None else []
    if there is None or len(held) != 1 or not isinstance(held[0].node, DEFINITIONS):
        return False
    function = held[0].node
    return any(_is_nnx_jit(there, d) for d in function.decorator_list) and _takes_gradients(
        there, function
    )


def _is_nnx_jit(facts: Facts, decorator: ast.expr) -> bool:
    """`@nnx.jit`, `@nnx.jit(...)` and `@partial(nnx.jit, ...)`."""
    parts = [decorator]
    if isinstance(decorator, ast.Call):
        parts = [decorator.func, *decorator.args[:1]]
    return any(facts.names.of(part) == _NNX_JIT for part in parts)


def _takes_gradients(facts: Facts, function: ast.AST | None) -> bool:
    return function is not None and any(
        facts.names.call(n) in _NNX_GRADIENTS for n in ast.walk(function)
    )


_NNX_JIT = "flax.nnx.jit"
_NNX_GRADIENTS = ("flax.nnx.grad", "flax.nnx.value_and_grad")


def is_periodic(facts: Facts, test: ast.expr) -> bool:
    """Whether a test is one of every so many turns; `% 1` is not, nor by a constant that is 1."""
    return not is_modulo_one(facts, test) and any(is_modulo(node) for node in ast.walk(test))


def skips_most_turns(facts: Facts, node: ast.stmt) -> bool:
    """Whether a statement is `if step % n: continue`: what follows runs on some turns only."""
    if not isinstance(node, ast.If) or node.orelse or not isinstance(node.body[-1], ast.Continue):
        return False
    test = node.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = test.operand
        return not isinstance(inner, ast.BinOp) and is_periodic(facts, inner)
    if isinstance(test, ast.Compare):
        if len(test.ops) != 1 or not isinstance(test.ops[0], (ast.NotEq, ast.Gt)):
            return False
        test = test.left
    return isinstance(test, ast.BinOp) and is_modulo(test) and not _is_one(facts, test.right)


def seldom_come_to(facts: Facts, node: ast.AST, loop: ast.AST) -> bool:
    """Whether only every so many turns of a loop come to a place in it."""
    for inner, around in facts.module.way_out(node):
        if around is loop:
            return False
        if isinstance(around, (ast.If, ast.IfExp)) and inner is not around.test:
            if is_periodic(facts, around.test):
                return True
    return False


def is_modulo_one(facts: Facts, test: ast.expr) -> bool:
    """Whether a test asks for `step % 1`, which is 0 on every turn."""
    modulo = [node for node in ast.walk(test) if is_modulo(node)]
    return bool(modulo) and _is_one(facts, modulo[0].right)  # type: ignore[attr-defined]


def is_modulo(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mod):
        return False
    return not (isinstance(node.left, ast.Constant) and isinstance(node.left.value, str))


def _is_one(facts: Facts, node: ast.expr) -> bool:
    value = facts.names.value(node)
    if value is not None:
        return _is_one(facts, value)
    return isinstance(node, ast.Constant) and node.value == 1
