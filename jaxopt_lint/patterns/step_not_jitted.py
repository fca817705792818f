"""Training steps that run operation by operation: nothing on their way is compiled.

A step takes gradients and applies them. It is eager where no transform is around it, nothing
that it calls is compiled, and a loop on the host calls it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.unseen_calls import DEPTH, Unseen, unseen_calls
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, fact, tracing
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.collectives import needs_axis
from jaxopt_lint.semantics.jax.effects.walk import own_effects
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.jax.recurrence import in_test, loop_around, short
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import (
    LOOPS,
    FunctionNode,
    grouped,
    parameters,
    positional,
    root_name,
)
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_optimizer_update

_GRADIENTS = frozenset({"grad", "value_and_grad"})
_MANY = 8  # calls in a function of which a gradient is taken
_FEW = 16  # turns, where they are known: fewer are not worth a word


@dataclass(frozen=True, slots=True)
class EagerStep:
    """One training step that is not compiled.

    Attributes:
        function: the step; None where it is written out in the loop.
        gradient: the call that takes the gradient.
        transform: what takes it, dotted.
        loop: the loop that calls the step, or that is the step itself.
        call: where it does.
        certain: it certainly runs on the host, and not in what somebody else compiles.
        unseen: calls whose code is not in this file, so that something may be compiled there.
        applies: an update is seen to be made of the gradient, there too.
        handed: what is differentiated, or calls, is a function that is given, or that a call has
            made: it may be compiled, or be one that cannot be.
    """

    function: ast.FunctionDef | None
    gradient: ast.Call
    transform: str
    loop: ast.AST
    call: ast.Call
    unseen: tuple[str, ...]
    certain: bool = True
    applies: bool = True
    handed: bool = False

    @property
    def node(self) -> ast.AST:
        """The step."""
        return self.function or self.loop

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        kept = "" if self.certain else "what it calls a method of keeps it on the host"
        return (*(f"nothing is compiled in `{name}`" for name in self.unseen[:3]), kept)


@fact
def eager_steps(facts: Facts) -> dict[ast.AST, EagerStep]:
    """The training steps of a file that nothing compiles, by function."""
    if _switched_off(facts):
        return {}
    steps = {node: _step(facts, node) for node in facts.module.all(ast.FunctionDef)}
    loops = {loop: _written_out(facts, loop) for loop in facts.module.all(ast.For, ast.While)}
    return {node: step for node, step in (*steps.items(), *loops.items()) if step is not None}


def _step(facts: Facts, function: ast.FunctionDef) -> EagerStep | None:
    gradient = _gradient(facts, function)
    if gradient is None:
        what = "{} takes no gradient itself: only steps that train are looked for, no forward pass"
        return facts.doubt(function, what, function, early=True)
    if not _applies(facts, function):
        what = "{} takes a gradient, but no update is seen to be applied in it"
        return facts.doubt(function, what, function, at=gradient[0])
    if not tracing(facts).untraced(function):
        return facts.doubt(function, "{} is compiled, or called from what is", function)
    if function.decorator_list or in_test(facts, function):
        return facts.doubt(function, "{} has decorators, or belongs to a test", function)
    if not _plain_owner(facts, function):
        what = "the class of {} has bases or decorators, which may compile its methods"
        return facts.doubt(function, what, function)
    looped = _looped(facts, function)
    if looped is None:
        what = "no loop on the host of this file is seen to call {}, or it is also handed on"
        return facts.doubt(function, what, function)
    if soon_over(facts, looped[0]):
        what = "the loop that calls {} has a few turns, and is run once"
        return facts.doubt(function, what, function)
    unseen = unseen_calls(facts, function)
    if unseen is None:
        return facts.doubt(function, "something that {} calls is compiled", function)
    call, transform = gradient
    handed = _is_handed(facts, call)
    return EagerStep(function, call, transform, looped[0], looped[1], unseen, handed=handed)


def _written_out(facts: Facts, loop: ast.For | ast.While) -> EagerStep | None:
    """A step that stands in the body of a loop, in code that certainly runs on the host."""
    around = facts.module.function(loop)
    if tracing(facts).staged(around) is not None or in_test(facts, loop):
        return facts.doubt(loop, "it runs at trace time, or belongs to a test", early=True)
    if around is not None and needs_axis(facts, around):
        return facts.doubt(loop, "a collective in it needs what maps over its axis", early=True)
    if short(facts, loop.body[0], loop):
        return facts.doubt(
            loop, "it has a few written-out items, or ends in its first turn", early=True
        )
    if soon_over(facts, loop):
        return facts.doubt(loop, "it has a few turns, and is run once", early=True)
    sites = list(facts.module.inside(ast.Call, loop))
    gradient = next((g for c in sites if (g := _of_gradient(facts, c)) is not None), None)
    if gradient is None:
        what = "no gradient is taken in it: only steps that train are looked for, no forward pass"
        return facts.doubt(loop, what, early=True)
    if loop_around(facts, gradient[0]) is not loop:
        return facts.doubt(
            loop, "the gradient is taken in a loop within it", at=gradient[0], early=True
        )
    inner = calls(facts).callee(gradient[0].func)
    known = inner is not None and inner.node is not None
    if not known and not any(is_optimizer_update(facts, c) for c in sites):
        # Whoever hands the loss in may have compiled it, and the step is then compiled in the main.
        what = "what {} differentiates is no function of this file"
        return facts.doubt(loop, what, gradient[0].func, at=gradient[0])
    on_host = on_the_host(facts, loop)
    if on_host is False:
        return facts.doubt(loop, "nothing shows that it runs on the host: a caller may compile it")
    applies = any(_is_update(facts, c) for c in sites) or _descends(loop)
    if not applies and not (on_host and known and _is_work(facts, gradient[0])):
        what = "a gradient is taken in it, but no update is seen to be applied"
        return facts.doubt(loop, what, at=gradient[0])
    seen = Unseen(facts)
    looked_at = sites if applies else [gradient[0]]
    if not all(seen.look(c.func, DEPTH) for c in looked_at):
        return facts.doubt(loop, "something that it calls is compiled")
    unseen, handed = tuple(seen.calls), _is_handed(facts, gradient[0])
    return EagerStep(None, *gradient, loop, gradient[0], unseen, on_host is True, applies, handed)


def _is_handed(facts: Facts, gradient: ast.Call) -> bool:
    """Whether a gradient is taken of a function that is given to the code around it, or that a call
    has made, or of one that calls such a function."""
    callee = calls(facts).callee(gradient.func)
    if callee is None:
        return False
    if callee.node is None:
        name, options = callee.wraps[-1] if callee.wraps else ("", None)
        inner = calls(facts).function_argument(options, TRANSFORMS[name]) if options else None
        return inner is not None and _comes_from_outside(facts, inner)
    own = set(parameters(callee.node))  # a network that it is given is what it is taken of
    called = (c.func for c in facts.module.inside(ast.Call, callee.node))
    return any(
        _comes_from_outside(facts, func) and calls(facts).callee(func) is None
        for func in called
        if not isinstance(func, ast.Name) or func.id not in own
    )


def _comes_from_outside(facts: Facts, func: ast.expr) -> bool:
    """Whether a name stands for a parameter, or for what a call gave."""
    bound = facts.names.binding(func) if isinstance(func, ast.Name) else []
    return any(b.kind == "param" or isinstance(b.value, ast.Call) for b in bound)


def _is_work(facts: Facts, gradient: ast.Call) -> bool:
    """Whether what is differentiated is more than a few operations: it goes through a loop, or
    makes many calls, itself or in a function that it calls."""
    callee = calls(facts).callee(gradient.func)
    pending = [(callee.node, 2)] if callee is not None and callee.node is not None else []
    seen: set[FunctionNode] = set()
    made = 0
    while pending:
        function, depth = pending.pop()
        seen.add(function)
        for node in ast.walk(function):
            if isinstance(node, LOOPS):
                return True
            if isinstance(node, ast.Call):
                made += 1
                inner = calls(facts).function(node)
                if inner is not None and inner not in seen and depth:
                    pending.append((inner, depth - 1))
                elif inner is None and _leads_elsewhere(facts, node.func):
                    return True
    return made >= _MANY


def _leads_elsewhere(facts: Facts, func: ast.expr) -> bool:
    """Whether a call leads to a function of the project that stands in another file."""
    name = facts.names.of(func)
    if name is not None:
        return bool(facts.project.home(name)[0])
    # One that `from x import *` has brought.
    bare = isinstance(func, ast.Name) and not facts.names.binding(func)
    return bare and not hasattr(builtins, getattr(func, "id", ""))


def soon_over(facts: Facts, loop: ast.AST) -> bool:
    """Whether the body of the module runs a loop of a few turns, which no other loop runs again."""
    if facts.module.function(loop) is not None or loop_around(facts, loop) is not None:
        return False
    over = loop.iter if isinstance(loop, ast.For) else None
    if not isinstance(over, ast.Call) or not facts.names.is_builtin(over.func, "range"):
        return False
    count = static_int(facts, over.args[0]) if len(over.args) == 1 else None
    return count is not None and count < _FEW


def on_the_host(facts: Facts, loop: ast.For | ast.While) -> bool | None:
    """Whether the code around a loop cannot be traced, or tells that it is not meant to be; None
    where it calls a method of something unknown, which may tell so."""
    around = facts.module.function(loop)
    if around is None:
        return True
    if is_differentiated_through(facts, around):
        return False
    found = own_effects(facts, *loop.body)
    waits = (facts.names.call(e.node) or "" for e in found if e.kind == "waits")
    done = any(e.kind in ("prints", "draws", "mutates") for e in found)
    if done or any(not name.startswith("numpy.") for name in waits):
        return True
    counted = isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call)
    if isinstance(loop, ast.For) and not (
        counted and facts.names.is_builtin(loop.iter.func, "range")  # type: ignore[attr-defined]
    ):
        return True
    asked = (e.node for e in found if e.kind == "unknown")
    return None if any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) for n in asked
    ) else False  # fmt: skip


def is_differentiated_through(facts: Facts, function: FunctionNode) -> bool:
    """Whether a caller takes a gradient through a function: `stop_gradient` does nothing else."""
    called = _own_calls(facts, function)
    return any(facts.names.of(call.func) == "jax.lax.stop_gradient" for call in called)


# -- what a step is ------------------------------------------------------------------------


def _gradient(facts: Facts, function: ast.FunctionDef) -> tuple[ast.Call, str] | None:
    """The call of a step's own body, outside of its loops, that takes a gradient."""
    if not _gradients(facts).get(function):
        return None
    found = (
        _of_gradient(facts, call)
        for call in _own_calls(facts, function)
        if loop_around(facts, call) is None
    )
    return next(filter(None, found), None)


@fact
def _gradients(facts: Facts) -> dict[FunctionNode | None, list[ast.Call]]:
    """The calls that evaluate a gradient, by the function around."""
    every = (c for c in facts.module.all(ast.Call) if _of_gradient(facts, c) is not None)
    return grouped((facts.module.function(call), call) for call in every)


def _of_gradient(facts: Facts, call: ast.Call) -> tuple[ast.Call, str] | None:
    """A call that evaluates a gradient, and the transform that takes it."""
    callee = calls(facts).callee(call.func)
    around = [name for name, _ in callee.wraps] if callee is not None else []
    if callee is not None and callee.node is not None:
        around += [w.name for w in tracing(facts).of(callee.node) if w.decorator]
    return next(((call, n) for n in around if TRANSFORMS[n].kind in _GRADIENTS), None)


def _applies(facts: Facts, function: ast.FunctionDef) -> bool:
    """Whether a step's own body applies an update, or subtracts from what it was given."""
    if any(_is_update(facts, call) for call in _own_calls(facts, function)):
        return True
    taken = positional(function)
    for node in facts.module.inside(ast.BinOp, function):
        match node:
            case ast.BinOp(left, ast.Sub(), ast.BinOp(_, ast.Mult())):
                if facts.module.function(node) is function and root_name(left) in taken:
                    return True
    return False


def _is_update(facts: Facts, call: ast.Call) -> bool:
    """Whether a call applies an update, or maps a subtraction over trees."""
    if is_optimizer_update(facts, call):
        return True
    maps = call.args[0] if call.args and facts.names.of(call.func) in LEAF_MAPS else None
    match maps:
        case ast.Lambda(body=ast.BinOp(_, ast.Sub())):
            return True
    return False


def _descends(loop: ast.For | ast.While) -> bool:
    """Whether a loop subtracts a multiple of something from a name that it renews so."""
    for node in ast.walk(loop):
        match node:
            case ast.AugAssign(_, ast.Sub(), ast.BinOp(_, ast.Mult())):
                return True
            case ast.Assign([ast.Name(name), *_], ast.BinOp(left, ast.Sub(), right)):
                if ast.unparse(left) == name:
                    return isinstance(right, ast.BinOp)
    return False


def _own_calls(facts: Facts, function: FunctionNode) -> Iterator[ast.Call]:
    """The calls that a function makes itself, those of nested functions left out."""
    called = facts.module.inside(ast.Call, function)
    return (call for call in called if facts.module.function(call) is function)


# -- who runs it ---------------------------------------------------------------------------


def _looped(facts: Facts, function: ast.FunctionDef) -> tuple[ast.AST, ast.Call] | None:
    """The loop on the host that calls a function, where every use of it is a call."""
    sites = [*calls(facts).callers(function), *_of_instances(facts, function)]
    if any(facts.module.parent[r] not in sites for r in calls(facts).references(function)):
        return None  # handed on: who knows what is made of it
    for call in sites:
        if in_test(facts, call):
            continue
        callee = calls(facts).callee(call.func)
        wrapped = callee is not None and bool(callee.wraps)
        if wrapped or tracing(facts).staged(facts.module.function(call)) is not None:
            return None
        loop = loop_around(facts, call)
        if isinstance(loop, LOOPS) and tracing(facts).untraced(facts.module.function(loop)):
            if not short(facts, facts.module.statement(call), loop):
                return loop, call
    return None


def _of_instances(facts: Facts, function: ast.FunctionDef) -> Iterator[ast.Call]:
    """The calls of a method through a name that is bound once, to an instance of its class."""
    owner = facts.module.class_of(function)
    if owner is None or calls(facts).attribute_values(owner, function.name):
        return
    for node in facts.module.attributes(function.name):
        call, made = facts.module.parent[node], facts.names.value(node.value)
        of = facts.names.only_binding(made.func) if isinstance(made, ast.Call) else None
        if of is not None and of.node is owner and isinstance(call, ast.Call) and call.func is node:
            yield call


def _plain_owner(facts: Facts, function: ast.FunctionDef) -> bool:
    """Whether nobody wraps the methods of the class that a function belongs to."""
    owner = facts.module.class_of(function)
    return owner is None or is_plain(facts, owner)


def is_plain(facts: Facts, owner: ast.ClassDef, seen: tuple[ast.ClassDef, ...] = ()) -> bool:
    """Whether a class is one of Python's own, made of such classes alone."""
    if owner in seen or owner.decorator_list:
        return False
    given = [k.value for k in owner.keywords]
    if any(facts.names.of(value) != "abc.ABCMeta" for value in given):
        return False
    for base, name in bases_of(facts.names, owner):
        binding = facts.names.only_binding(base)
        local = binding.node if binding is not None else None
        if name in PLAIN_BASES or facts.names.is_builtin(base, "object"):
            continue
        if not isinstance(local, ast.ClassDef) or not is_plain(facts, local, (*seen, owner)):
            return False
    return True


PLAIN_BASES = frozenset({"abc.ABC", "typing.Generic", "typing.Protocol"})


def _switched_off(facts: Facts) -> bool:
    """Whether a file wants no compilation at all."""
    for call in facts.module.all(ast.Call):
        option = call.args[0] if call.args else None
        named = isinstance(option, ast.Constant) and option.value == "jax_disable_jit"
        if named or facts.names.call(call) == "jax.disable_jit":
            return facts.doubt(facts.module.tree, "{} switches compilation off", call, answer=True)
    return False
