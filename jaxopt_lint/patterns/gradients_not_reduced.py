"""Gradients of one device's rows that are applied to parameters which all devices hold.

Under `jax.pmap`, and in a `shard_map` that does not check what varies, nothing reduces a gradient
by itself. Where the devices are seen to hold one and the same model, each of them steps elsewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.sharded_gradients import (
    CHECKED,
    differs,
    is_whole,
    layout,
    name_of,
    reduces_nothing,
)
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.api.sharding import COLLECTIVES
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.python import LOOPS, PATH, FunctionNode, names_in, own_nodes, root_of
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    Gradient,
    differentiated,
    gradients,
)

_MEANS = ("jax.lax.pmean", "jax.lax.psum")


@dataclass(frozen=True, slots=True)
class Unreduced:
    """A step with the gradient of one device.

    Attributes:
        node: what applies the gradient.
        gradient: what evaluates it.
        wrap: the `pmap` or `shard_map` around it.
        said_whole: the specs say that all devices hold the same, before and after.
        shared: the reduction of the loss which shows that the devices train one model.
        closed: everything that the loss calls is seen, and it reduces over no axis.
    """

    node: ast.expr
    gradient: ast.Call
    wrap: Wrap
    said_whole: bool
    shared: ast.Call | None
    closed: bool


def unreduced(facts: Facts) -> Iterator[Unreduced]:
    """The steps of a file that apply the gradient of one device to what all devices hold."""
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if not isinstance(function, ast.FunctionDef):
            continue
        if any(n not in TRANSFORMS or TRANSFORMS[n].kind != "jit" for n in wrap.inner):
            continue
        unchecked = wrap.name in CHECKED and _is_false(wrap.keyword("check_vma", "check_rep"))
        if wrap.name != "jax.pmap" and not unchecked:
            continue
        for gradient in gradients(facts):
            if facts.module.function(gradient.call) is function:
                found = _step(facts, wrap, function, gradient)
                if found is not None:
                    yield found


def _step(
    facts: Facts, wrap: Wrap, function: ast.FunctionDef, gradient: Gradient
) -> Unreduced | None:
    closed = reduces_nothing(facts, gradient.node, set())
    if closed is False:
        return facts.doubt(gradient.call, "the loss reduces over the devices itself")
    stored = name_of(facts, gradient)
    taken = facts.module.statement(gradient.call)
    if stored is None and (gradient.with_value or gradient.has_aux is not False):
        return facts.doubt(gradient.call, "it is not seen where the gradient goes")
    loop = facts.module.around(gradient.call, *LOOPS)
    if loop is not None and facts.module.function(loop) is function:
        return facts.doubt(gradient.call, "a loop is around it")
    made = _Flow(facts, function, stored, gradient.call)
    applied = _applied(facts, made, gradient)
    if applied is None:
        return facts.doubt(gradient.call, "the gradient is not seen to be applied here")
    reason = made.leaves()
    if reason is not None:
        return facts.doubt(gradient.call, "{} may reduce the gradient", reason)
    places = _returned(function, made)
    if not places:
        return facts.doubt(gradient.call, "what it is applied to is not seen to be returned")
    if wrap.name == "jax.pmap":
        others = _values(taken, stored)
        shared = _reduced(facts, function, others) if others else None
        if shared is None:
            return facts.doubt(gradient.call, "the devices may train models of their own")
        return Unreduced(applied, gradient.call, wrap, False, shared, bool(closed))
    whole, split = layout(facts, wrap, function)
    of = differentiated(facts, gradient)
    root = root_of(of, PATH) if of is not None else None
    if not isinstance(root, ast.Name) or root.id not in whole:
        return facts.doubt(gradient.call, "the devices are not seen to hold the same parameters")
    if not differs(facts, gradient, split) or not _whole_after(facts, wrap, places):
        return facts.doubt(gradient.call, "the result is not said to be the same on all devices")
    return Unreduced(applied, gradient.call, wrap, True, None, bool(closed))


def _is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


class _Flow:
    """What a function makes of a gradient, by the names of its variables."""

    def __init__(
        self, facts: Facts, function: ast.FunctionDef, stored: ast.Name | None, call: ast.Call
    ) -> None:
        self.facts = facts
        self.names = {stored.id} if stored is not None else set()
        self.call = call if stored is None else None
        taken = facts.module.statement(call)
        # What stands in front of it is given what the function was called with.
        after = taken.lineno if stored is None else (taken.end_lineno or 0) + 1
        nodes = own_nodes(function.body)
        self.nodes = [n for n in nodes if getattr(n, "lineno", 0) >= after]
        for node in self.nodes:
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
                if node.value is not None and self.holds(node.value):
                    self.names |= set(_stored(node))

    def holds(self, node: ast.AST) -> bool:
        """Whether an expression takes in the gradient, or what was made of it."""
        if node is self.call:
            return True
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Call) and self.facts.names.call(node) in _NORMS:
            return False
        return any(map(self.holds, ast.iter_child_nodes(node)))

    def leaves(self) -> ast.expr | None:
        """What reduces the gradient, or may do so out of sight."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and node is not self.call:
                given = [*node.args, *(k.value for k in node.keywords)]
                if any(map(self.holds, given)) and not self._is_local(node):
                    return node
        return None

    def _is_local(self, call: ast.Call) -> bool:
        """Whether a call that is given a gradient reduces nothing over devices."""
        facts = self.facts
        name = facts.names.of(call.func)
        given = [*call.args, *(k.value for k in call.keywords)]
        inner = [n for g in given for n in ast.walk(g)]
        if name is not None and name.startswith(_KNOWN):
            if name in COLLECTIVES:
                return False
            return not any(self._is_foreign(node) for node in inner)
        callee = calls(facts).callee(call.func)
        if callee is not None and callee.node is not None and not callee.wraps:
            return bool(reduces_nothing(facts, callee.node, set()))
        if isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS:
            own = (f for f in facts.module.all(ast.FunctionDef) if f.name in _METHODS)
            return all(reduces_nothing(facts, f, set()) is not False for f in own)
        return facts.names.is_builtin(call.func, getattr(call.func, "id", ""))

    def _is_foreign(self, node: ast.AST) -> bool:
        """Whether a function that is handed on may reduce over devices."""
        if not isinstance(node, (ast.Name, ast.Attribute, ast.Lambda)):
            return False
        if isinstance(node, ast.Lambda):
            return reduces_nothing(self.facts, node, set()) is False
        name = self.facts.names.of(node)
        if name is not None and name in COLLECTIVES:
            return True
        callee = calls(self.facts).callee(node)
        if callee is None or callee.node is None:
            return False
        return reduces_nothing(self.facts, callee.node, set()) is not True


def _stored(node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in (t for each in targets for t in names_in(each)):
        root = root_of(target, PATH)
        if isinstance(root, ast.Name):
            yield root.id


def _applied(facts: Facts, flow: _Flow, gradient: Gradient) -> ast.expr | None:
    """What first makes new parameters of a gradient: an optimizer, or arithmetic with them."""
    of = differentiated(facts, gradient)
    if of is None:
        return None
    text = ast.dump(of)
    for node in flow.nodes:
        if isinstance(node, ast.Call):
            given = [*node.args, *(k.value for k in node.keywords)]
            if not any(map(flow.holds, given)):
                continue
            if isinstance(node.func, ast.Attribute) and node.func.attr in _STEPS:
                if node.func.attr != "update" or len(given) > 1:
                    return node
            if facts.names.of(node.func) in LEAF_MAPS and any(ast.dump(g) == text for g in given):
                return node
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Sub, ast.Add)):
            if ast.dump(node.left) == text and flow.holds(node.right):
                return node
    return None


def _returned(function: ast.FunctionDef, flow: _Flow) -> list[tuple[int, int]]:
    """Where what was made of the gradient stands in what is returned: its place, of how many."""
    places = []
    for node in flow.nodes:
        if isinstance(node, ast.Return) and node.value is not None:
            elements = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            places += [(n, len(elements)) for n, e in enumerate(elements) if flow.holds(e)]
    return places


def _whole_after(facts: Facts, wrap: Wrap, places: list[tuple[int, int]]) -> bool:
    """Whether the specs say that what is returned at some place is the same on all devices."""
    specs = facts.names.behind(wrap.keyword("out_specs"))
    if isinstance(specs, ast.Tuple):
        return any(
            count == len(specs.elts) and is_whole(facts, specs.elts[n]) for n, count in places
        )
    return is_whole(facts, specs)


def _values(taken: ast.stmt, stored: ast.Name | None) -> set[str]:
    """The variables that hold the loss, and what comes with it."""
    if not isinstance(taken, ast.Assign) or stored is None:
        return set()
    targets = (t for target in taken.targets for t in ast.walk(target))
    return {t.id for t in targets if isinstance(t, ast.Name)} - {stored.id}


def _reduced(facts: Facts, function: FunctionNode, others: set[str]) -> ast.Call | None:
    """The mean over the devices that is taken of the loss."""
    for call in facts.module.inside(ast.Call, function):
        if facts.names.of(call.func) in _MEANS and call.args:
            if any(isinstance(n, ast.Name) and n.id in others for n in ast.walk(call.args[0])):
                return call
    return None


_KNOWN = ("jax.", "optax.", "numpy.", "math.")
_NORMS = ("optax.global_norm", "optax.tree.norm", "optax.tree_utils.tree_l2_norm")
_STEPS = frozenset({"update", "apply_gradients"})
_METHODS = frozenset({"update", "apply_gradients", "replace", "_replace", "astype", "reshape"})
