"""Arrays that compiled code takes from around it: weights, and data that it picks rows of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.bound_weights import applied_with, last_assigned
from jaxopt_lint.patterns.captured_rows import drawn_rows
from jaxopt_lint.patterns.captured_values import held_by
from jaxopt_lint.patterns.captured_weights import (
    bound_object,
    is_state,
    merged_states,
    pretrained_weights,
)
from jaxopt_lint.semantics.jax.api.frameworks import is_apply
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact, tracing
from jaxopt_lint.semantics.jax.captures import captured
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.staging import made_function
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, first_of, root_of
from jaxopt_lint.semantics.subjects.memory.sizes import large_model
from jaxopt_lint.semantics.subjects.purity.escapes import static_receivers

_COMPILES = ("jit", "pmap")


@dataclass(frozen=True, slots=True, eq=False)
class CapturedArray:
    """One array, or tree of arrays, that becomes a constant of compiled code.

    Attributes:
        node: where it is read, or bound.
        text: what it is, as the file says it.
        kind: "weights" that a model is applied with, "rows" that are drawn of it, "bound" by
            `functools.partial`, the object of a "method", a "network" that runs, "pretrained"
            weights, "loaded" from a file, or "large".
        function: the name of what is compiled.
        why: why that is compiled.
        elements: how many numbers it holds, where that is known.
        large: why it is large, by what the model is made of; "" where that is not known.
    """

    node: ast.expr
    text: str
    kind: str
    function: str
    why: str
    elements: int | None = None
    large: str = ""


@fact
def captured_arrays(facts: Facts) -> dict[ast.AST, CapturedArray]:
    """The arrays that compiled functions of a file capture, the first read of each."""
    found: dict[tuple[ast.AST, str], CapturedArray] = {}
    for function, why in _compiled(facts):
        for array in _captured(facts, function, why):
            found.setdefault((function, array.text), array)
    for wrap in tracing(facts).wraps:
        if _is_looked_at(facts, wrap):
            for bound in (*_bound(facts, wrap), *_objects(facts, wrap)):
                found.setdefault((wrap.site, ""), bound)
    return first_of((array.node, array) for array in found.values())


def _is_looked_at(facts: Facts, wrap: Wrap) -> bool:
    """Whether something is compiled to be run, and not to be kept with its weights in it."""
    around = facts.module.parent.get(wrap.site)
    exported = isinstance(around, ast.Call) and facts.names.call(around) in _EXPORTS
    return wrap.transform.kind in _COMPILES and not exported and not in_test(facts, wrap.site)


def _compiled(facts: Facts) -> Iterator[tuple[FunctionNode, str]]:
    """The functions that are compiled with what is around them as it is, and why."""
    for wrap in tracing(facts).wraps:
        if not _is_looked_at(facts, wrap):
            continue
        why = f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
        function = wrap.function or made_function(facts, wrap.argument)
        if function is not None:
            yield function, why
    for method, why in static_receivers(facts).items():
        yield method, why


def _captured(facts: Facts, function: FunctionNode, why: str) -> Iterator[CapturedArray]:
    module = facts.module
    name = getattr(function, "name", "the lambda")
    if any(tracing(facts).staged(f) is not None for f in module.functions(function)):
        return  # what is around it is traced as well
    for call in module.inside(ast.Call, function):
        if not is_apply(call.func) or not call.args:
            continue
        for weights in _parts(facts, call.args[0]):
            if _from_around(facts, weights, function):
                large = large_model(facts, call.func.value)
                text = module.source(weights)
                yield CapturedArray(call.args[0], text, "weights", name, why, large=large)
                break
    for read, array in drawn_rows(facts, function):
        if _from_around(facts, array, function):
            yield CapturedArray(read, module.source(array), "rows", name, why)
    for state in merged_states(facts, function) if module.mentions("nnx") else ():
        if _from_around(facts, state, function) and is_state(facts, state):
            yield CapturedArray(state, module.source(state), "weights", name, why)
    loads = module.mentions("from_pretrained")
    for outer, _ in captured(module, function) if loads else ():
        trained = pretrained_weights(facts, outer)
        if trained is not None:
            text = module.source(trained)
            yield CapturedArray(trained, text, "pretrained", name, why, large=_TRAINED)
    for value, held in held_by(facts, function):
        text = module.source(value)
        yield CapturedArray(value, text, held.kind, name, why, held.elements)


def _parts(facts: Facts, node: ast.expr, depth: int = 2) -> Iterator[ast.expr]:
    """What the parameters that a model is applied with are made of: `{"params": params}`."""
    if isinstance(node, ast.Dict):
        for value in node.values:
            yield from _parts(facts, value, depth)
    elif isinstance(node, ast.Name) and depth:
        made = facts.names.value(node)
        if isinstance(made, ast.Dict):
            yield from _parts(facts, made, depth - 1)
        else:
            yield node
    elif isinstance(node, ast.Attribute):
        yield node


def _from_around(facts: Facts, node: ast.expr, function: FunctionNode) -> bool:
    """Whether a value is there before a function is traced: a variable of the code around it that
    holds no function and no literal, or an attribute of the `self` that is fixed."""
    root = root_of(node)
    if not isinstance(root, ast.Name):
        return False
    module = facts.module
    if module.is_self(root):
        method = module.holder(root)
        if method is None or not isinstance(node, ast.Attribute):
            return False
        inside = method.node is function or module.within(method.node, function)
        return not inside or method.node in static_receivers(facts)
    holder = module.holder(root)
    if holder is None or holder.node is function or module.within(holder.node, function):
        return False
    if not isinstance(holder.node, (ast.Module, *FUNCTIONS)):
        return False
    bindings = holder.bindings.get(root.id, [])
    values = [b.value for b in bindings]
    return all(b.kind in ("param", "assign", "target") for b in bindings) and not any(
        v is not None and not any(isinstance(n, (ast.Name, ast.Call)) for n in ast.walk(v))
        for v in values
    )


def _objects(facts: Facts, wrap: Wrap) -> Iterator[CapturedArray]:
    """The object that a compiled method of it holds."""
    found = bound_object(facts, wrap.argument)
    around = facts.module.function(wrap.site)
    if found is None or tracing(facts).staged(around) is not None:
        return
    text, method = facts.module.source(found.node.value), facts.module.source(found.node)
    why = f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
    weights = f"{text}.{found.weights}"
    large = _TRAINED if found.loaded else ""
    yield CapturedArray(found.node, weights, "method", method, why, large=large)


def _bound(facts: Facts, wrap: Wrap) -> Iterator[CapturedArray]:
    """The first array that `functools.partial` binds to what is compiled."""
    made = facts.names.behind(wrap.argument) or last_assigned(facts, wrap.argument)
    if facts.names.call(made) != "functools.partial" or not isinstance(made, ast.Call):
        return
    for given in [*made.args[1:], *(k.value for k in made.keywords)]:
        root = root_of(given)
        trained = pretrained_weights(facts, root) if isinstance(root, ast.Name) else None
        if trained is given or is_state(facts, given) or applied_with(facts, made, given):
            name, text = facts.module.source(made.args[0]), facts.module.source(given)
            why = f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
            large = _TRAINED if trained is given else ""
            yield CapturedArray(given, text, "bound", name, why, large=large)
            return
        if _is_array(facts, given):
            source = _source(given if facts.names.call(given) not in _MAKERS else _first(given))
            text = facts.module.source(source)
            name = facts.module.source(made.args[0])
            why = f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
            yield CapturedArray(given, text, "bound", name, why)
            return


def _first(node: ast.expr) -> ast.expr:
    return node.args[0] if isinstance(node, ast.Call) else node


def _source(node: ast.expr) -> ast.expr:
    """What an array was made of by methods: `images` of `images[:n].reshape(-1, 3)`."""
    while True:
        if isinstance(node, ast.Call):
            node = node.func.value if isinstance(node.func, ast.Attribute) else node.args[0]
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            node = node.value
        else:
            return node


def _is_array(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is certainly an array that is not written down: rows of one, or one in
    another shape."""
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return isinstance(root_of(node), ast.Name) and any(isinstance(p, ast.Slice) for p in parts)
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("reshape", "astype"):
        return isinstance(_source(node), ast.Name)
    name = facts.names.call(node) or ""
    return name in _MAKERS and bool(node.args) and isinstance(root_of(node.args[0]), ast.Name)


_MAKERS = ("jax.numpy.asarray", "jax.numpy.array", "numpy.asarray", "jax.device_put")
_TRAINED = "it is a model that was trained elsewhere and loaded as a whole"
_EXPORTS = (
    "jax.export.export",
    "jax.experimental.export.export",
    "jax.experimental.jax2tf.convert",
)
