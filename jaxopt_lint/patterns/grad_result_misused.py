"""Where the result of a gradient is not what the code around it takes it for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.api.results import TREE_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    STATEFUL,
    WITH_VALUE,
    Gradient,
    gradients,
    has_aux_of,
)


@dataclass(frozen=True, slots=True)
class Misuse:
    """One gradient whose result is misread.

    Attributes:
        gradient: the gradient.
        kind: "aux missing", "aux unfounded", "flat" or "swapped".
        target: what the result is unpacked into; None where that does not matter.
        decorated: the gradient is taken by a decorator of the function that is called.
    """

    gradient: Gradient
    kind: str
    target: ast.Tuple | None
    decorated: bool = False

    @property
    def node(self) -> ast.Call:
        """The call that evaluates it."""
        return self.gradient.call


@fact
def misuses(facts: Facts) -> dict[ast.Call, Misuse]:
    """The misread gradients of a file, by the call that evaluates them."""
    found: dict[ast.Call, Misuse] = {}
    for decorated, some in ((False, gradients(facts)), (True, _decorated(facts))):
        for gradient in some:
            misuse = _misuse(facts, gradient)
            if misuse is not None:
                found[gradient.call] = replace(misuse, decorated=decorated)
    return found


def _decorated(facts: Facts) -> Iterator[Gradient]:
    """The calls of functions that a decorator makes the gradient of themselves."""
    for function, wraps in tracing(facts).by_function.items():
        layers = [w for w in wraps if w.decorator and w.transform.kind != "jit"]
        if len(layers) != 1 or layers[0].transform.kind not in ("grad", "value_and_grad"):
            continue
        wrap = layers[0]
        if wrap.name not in {*WITH_VALUE, *WITH_VALUE.values(), *STATEFUL}:
            continue
        has_aux = False if wrap.options is None else has_aux_of(wrap.options)
        for call in calls(facts).callers(function):
            callee = calls(facts).callee(call.func)
            if callee is not None and not callee.wraps:
                with_value = wrap.transform.kind == "value_and_grad"
                yield Gradient(
                    call, wrap.options or call, wrap.name, with_value, call.func, function,
                    has_aux, None, False,
                )  # fmt: skip


def _misuse(facts: Facts, gradient: Gradient) -> Misuse | None:
    statement = facts.module.parent[gradient.call]
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    names = target if isinstance(target, ast.Tuple) else None
    if gradient.has_aux is None:
        return None
    given = facts.module.results(gradient.node) if gradient.node is not None else []
    returned = [value for value in given if value is not None]
    pairs = [isinstance(r, ast.Tuple) and len(r.elts) == 2 for r in returned]
    if not gradient.has_aux and returned and all(isinstance(r, ast.Tuple) for r in returned):
        return Misuse(gradient, "aux missing", names if all(pairs) else None)
    if gradient.has_aux and returned and all(_is_scalar(facts, r) for r in returned):
        return Misuse(gradient, "aux unfounded", names)
    if names is None or not gradient.with_value:
        return None
    if gradient.has_aux and len(names.elts) == 3:
        if not any(isinstance(e, ast.Starred) for e in names.elts):
            return Misuse(gradient, "flat", names)
    if len(names.elts) == 2 and not gradient.has_aux:
        value, rest = names.elts
        if isinstance(value, ast.Name) and isinstance(rest, ast.Name):
            if _steps(facts, gradient, value) and not _steps(facts, gradient, rest):
                return Misuse(gradient, "swapped", names)
            facts.doubt(names, "{} is not seen to be used as gradients", value, early=True)
    return None


def _steps(facts: Facts, gradient: Gradient, name: ast.Name) -> bool:
    """Whether some read of a name takes it for gradients: a step, or a map beside other trees."""
    holder = facts.module.scope[name].holder(name.id)
    reads = facts.module.reads(holder, name.id)
    return any(_is_step(facts, gradient, read) for read in reads)


def _is_step(facts: Facts, gradient: Gradient, read: ast.Name) -> bool:
    module = facts.module
    around = module.parent[read]
    of = ast.dump(gradient.call.args[0]) if gradient.call.args else ""
    if isinstance(around, ast.keyword):
        call = module.parent[around]
        func = call.func if isinstance(call, ast.Call) else None
        return isinstance(func, ast.Attribute) and func.attr == "apply_gradients"
    if isinstance(around, ast.Call) and read in around.args:
        dotted = facts.names.call(around) or ""
        if dotted in _OF_GRADIENTS or (dotted in TREE_MAPS and len(around.args) > 2):
            return True
        if isinstance(around.func, ast.Attribute) and around.func.attr == "update":
            statement = module.parent[around]
            if isinstance(statement, ast.Assign):  # `updates, state = optimizer.update(grads, ...)`
                target = statement.targets[0]
                pair = isinstance(target, ast.Tuple) and len(target.elts) == 2
                return pair and read is around.args[0] and len(around.args) > 1
            # `optimizer.update(model, grads)`
            return ast.dump(around.args[0]) == of and read in around.args[1:2]
    inner: ast.AST = read
    while isinstance(around, ast.BinOp):
        if isinstance(around.op, ast.Sub) and inner is around.right and of == ast.dump(around.left):
            return True
        inner, around = around, module.parent[around]
    return False


_OF_GRADIENTS = {"optax.global_norm", "optax.tree.norm", "optax.tree_utils.tree_l2_norm",
                 "optax.apply_updates", "jax.example_libraries.optimizers.l2_norm"}  # fmt: skip


def _is_scalar(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is certainly one array and no pair."""
    if isinstance(node, ast.BinOp):
        return _is_scalar(facts, node.left) or _is_scalar(facts, node.right)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    name = facts.names.call(node) or ""
    return name in ("jax.numpy.mean", "jax.numpy.sum", "jax.numpy.dot", "jax.numpy.vdot")
