"""Values of a differentiated function that its code stores outside: tracers of the gradient."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.api.results import METADATA
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import FUNCTIONS, Definition, FunctionNode, positional, root_of

_TAKERS = frozenset(
    {"jax.grad", "jax.value_and_grad", "equinox.filter_grad", "equinox.filter_value_and_grad"}
)
# What these give is no tracer, or none of the gradient.
_METADATA = METADATA | {"weak_type"}
_PLAIN = frozenset({"len", "type", "isinstance", "id", "hash", "str", "repr"})
# Nor do these: no gradient flows through them, so that their results are ordinary arrays.
_NO_GRADIENT = frozenset(
    {"stop_gradient", "tree_structure", "structure", "shape", "argmax", "argmin", "argsort",
     "isnan", "isfinite", "isinf", "sign", "floor", "ceil", "round", "zeros_like", "ones_like",
     "full_like",
     "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "isclose", "allclose",
     "array_equal", "logical_and", "logical_or", "logical_not", "result_type", "eval_shape",
     "device_get", "one_hot"}
)  # fmt: skip


def gradient_leaks(facts: Facts) -> Iterator[tuple[ast.stmt, ast.expr, ast.expr, str]]:
    """Statements that store such a value, with the target, the value and the reason.

    Only plain stores are looked at: to an attribute of something outside, or to a `global` or
    `nonlocal` name, that code outside of the function reads.
    """
    for function, wraps in tracing(facts).by_function.items():
        wrap = next((w for w in wraps if w.name in _TAKERS), None)
        if wrap is None or isinstance(function, ast.Lambda):
            continue
        first = _differentiated(facts, function, wrap)
        if not first:
            continue
        tainted = {first}
        why = f"differentiated at {facts.at(wrap.site)}"
        for statement in _own_statements(function):
            if not isinstance(statement, ast.Assign):
                continue
            value = statement.value
            if not _depends(facts, value, tainted):
                continue
            for target in statement.targets:
                if isinstance(target, ast.Name) and _is_local(facts, target, function):
                    tainted.add(target.id)
                elif isinstance(target, (ast.Tuple, ast.List)):
                    tainted |= {e.id for e in target.elts if isinstance(e, ast.Name)}
                elif _computed(value) and _escapes(facts, target, function):
                    yield statement, target, value, why


def _differentiated(facts: Facts, function: FunctionNode, wrap: Wrap) -> str:
    """The parameter that the gradient is taken of, where it is the usual first one."""
    if wrap.keyword("argnums") is not None or (wrap.options and len(wrap.options.args) > 1):
        return ""
    rest = positional(function)[wrap.bound :]
    own = wrap.decorator and rest[:1] == [facts.module.receiver(function)]
    return rest[0] if rest and not own else ""


def _own_statements(function: Definition) -> Iterator[ast.stmt]:
    """The statements of a function in order, nested functions left out."""
    pending = list(reversed(function.body))
    while pending:
        statement = pending.pop()
        yield statement
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            continue
        inner = [c for c in ast.iter_child_nodes(statement) if isinstance(c, ast.stmt)]
        pending += reversed(inner)


def _depends(facts: Facts, value: ast.expr, tainted: set[str]) -> bool:
    """Whether a value is computed from a tainted name, as far as it is more than metadata."""
    if isinstance(value, ast.Name):
        return value.id in tainted
    if isinstance(value, ast.Attribute):
        return value.attr not in _METADATA and _depends(facts, value.value, tainted)
    if isinstance(value, (ast.Lambda, ast.Compare, ast.JoinedStr)):
        return False
    if isinstance(value, ast.Call):
        name = facts.names.of(value.func) or str(getattr(value.func, "id", ""))
        short = str(getattr(value.func, "attr", name.rpartition(".")[2]))
        if short in _PLAIN or short in _NO_GRADIENT:
            return False
    return any(
        _depends(facts, child, tainted)
        for child in ast.iter_child_nodes(value)
        if isinstance(child, ast.expr)
    )


def _computed(value: ast.expr) -> bool:
    return isinstance(value, (ast.Name, ast.BinOp, ast.UnaryOp, ast.Call, ast.Subscript))


def _is_local(facts: Facts, target: ast.Name, function: FunctionNode) -> bool:
    holder = facts.module.holder(target)
    return holder is not None and holder.node is function


def _escapes(facts: Facts, target: ast.expr, function: FunctionNode) -> bool:
    """Whether a target is outside of the function, and is read there."""
    root = target.value if isinstance(target, ast.Attribute) else target
    if isinstance(target, ast.Attribute) and isinstance(root, ast.Attribute):
        return _left_in_part(facts, target, function)
    if not isinstance(root, ast.Name) or _is_local(facts, root, function):
        return False
    if isinstance(target, ast.Attribute):
        if target.attr == "value" or framework_of(facts, facts.module.owner(function)) is not None:
            return False
        if not facts.module.is_self(root):
            return False  # a module of a framework, perhaps, which looks after its state
    holder = facts.module.holder(root)
    module = facts.module
    mentions: list[ast.Name | ast.Attribute]
    if isinstance(target, ast.Attribute):
        mentions = [*module.attributes(target.attr)]
    else:
        mentions = [*module.named(root.id)]
    for node in mentions:
        if not isinstance(node.ctx, ast.Load) or facts.module.function(node) is function:
            continue
        if isinstance(node, ast.Attribute) or facts.module.holder(node) is holder:
            return True
    return False


def _left_in_part(facts: Facts, target: ast.Attribute, function: FunctionNode) -> bool:
    """Whether what is stored in a part of `self`, as in `self.network.state`, is read after the
    gradient in the method around, before anything else is stored there.

    Who puts parameters into a part for the time of a gradient, and others afterwards, leaves no
    tracer behind.
    """
    module = facts.module
    around = module.function(function)
    root = root_of(target)
    if around is None or isinstance(around, ast.Lambda) or not module.is_self(root):
        return False
    if framework_of(facts, module.owner(function)) is not None:
        return False
    text = ast.unparse(target)
    same = [n for n in module.attributes(target.attr) if ast.unparse(n) == text]
    ran = [c for c in calls(facts).callers(function) if module.function(c) is around]
    if len(ran) != 1:
        return False
    end = ran[0].end_lineno or ran[0].lineno
    later = [n for n in same if module.function(n) is around and n.lineno > end]
    # What a statement reads, it reads before it stores.
    later.sort(key=lambda n: (module.statement(n).lineno, isinstance(n.ctx, ast.Store)))
    certain = bool(later) and module.statement(later[0]) in around.body
    return certain and isinstance(later[0].ctx, ast.Load)
