"""What a trace leaves behind: things reached from traced code that were there before it."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.abstract import why_abstract
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, positional

# These run their function on tracers of a trace of its own, whatever is around them.
_OWN_TRACE = frozenset(
    {"jit", "pmap", "scan", "while_loop", "fori_loop", "map", "cond", "switch", "shard_map",
     "associative_scan"}
)  # fmt: skip
# Lifted transforms look after the state of their modules, except for these.
_PLAIN_LIFTED = frozenset({"equinox.filter_jit", "haliax.named_jit"})


def traced_alone(facts: Facts, function: FunctionNode) -> Wrap | None:
    """The transform that runs a function in a trace of its own."""
    for wrap in tracing(facts).of(function):
        transform = wrap.transform
        if transform.kind not in _OWN_TRACE or transform.host:
            continue
        if not transform.lifted or wrap.name in _PLAIN_LIFTED:
            return wrap
    return None


def boundary(facts: Facts, name: ast.Name) -> FunctionNode | None:
    """The outermost function, between a name and the variable it stands for, that is traced
    alone: the variable was there before that trace and is there after it."""
    holder, found = facts.module.holder(name), None
    for current in facts.module.functions(name):
        if holder is not None and current is holder.node:
            break
        if traced_alone(facts, current) is not None:
            found = current
    return found


def outlives(facts: Facts, name: ast.Name) -> str | None:
    """Why traced code runs on a name whose object outlives the trace; None if it may not."""
    function = facts.module.function(name)
    if tracing(facts).staged(function) is None:
        return None
    why = why_abstract(facts, name)
    if why is None or "`eval_shape`" in why:
        return None
    holder = facts.module.holder(name)
    if holder is None or (function not in tracing(facts).by_function and _guarded(facts, name)):
        return None
    if isinstance(holder.node, ast.Module):
        return why if _only_traced(facts, function) else None
    if not isinstance(holder.node, FUNCTIONS):
        return None
    outer = boundary(facts, name)
    if outer is not None:
        wrap = traced_alone(facts, outer)
        assert wrap is not None
        return f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
    first = positional(holder.node)[:1] == [name.id]
    return static_receivers(facts).get(holder.node) if first else None


def _guarded(facts: Facts, node: ast.AST) -> bool:
    """Whether a condition in its function keeps some runs from a node: what traced code calls may
    have a part for calls from elsewhere.
    """
    for around in facts.module.ancestors(node):
        if isinstance(around, FUNCTIONS):
            return False
        if isinstance(around, (ast.If, ast.IfExp, ast.Try, ast.Match)):
            return facts.doubt(node, "a condition may keep traced code from it", answer=True)
    return False


@fact
def static_receivers(facts: Facts) -> dict[FunctionNode, str]:
    """The methods that are traced while their `self` is an object from outside of the trace.

    They are jitted with `self` static or bound already, or called on `self` by such a method.
    """
    out: dict[FunctionNode, str] = {}
    for function, wraps in tracing(facts).by_function.items():
        owner = facts.module.class_of(function)
        if owner is None or not positional(function) or framework_of(facts, owner) is not None:
            continue
        first = positional(function)[0]
        for wrap in wraps:
            if wrap.transform.kind not in _OWN_TRACE or wrap.transform.host:
                continue
            if wrap.transform.lifted and (wrap.name not in _PLAIN_LIFTED or owner.bases):
                continue  # a base from elsewhere may make it a module
            static, known = tracing(facts).static(wrap)
            if known and first in static and first == facts.module.receiver(function):
                out.setdefault(function, f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}")
    pending = list(out)
    while pending:
        function = pending.pop()
        for callee in _called_on_self(facts).get(function, ()):
            if callee not in out and _only_traced(facts, callee):
                name = getattr(function, "name", "")
                why = out[function]
                out[callee] = why if ", through " in why else f"{why}, through `{name}`"
                pending.append(callee)
    return out


@fact
def _called_on_self(facts: Facts) -> dict[FunctionNode, list[FunctionNode]]:
    """The methods that each method calls as `self.m(...)`."""
    out: dict[FunctionNode, list[FunctionNode]] = {}
    for call in facts.module.all(ast.Call):
        func = call.func
        if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name)):
            continue
        if not facts.module.is_self(func.value):
            continue
        holder = facts.module.scope[func].holder(func.value.id)
        found = calls(facts).callee(func)
        if holder is None or not isinstance(holder.node, FUNCTIONS) or found is None:
            continue
        if found.node is not None and facts.module.class_of(found.node) is not None:
            out.setdefault(holder.node, []).append(found.node)
    return out


def _only_traced(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether a function runs in traces alone, as far as this file tells."""
    if function is None:
        return False
    around = [function, *facts.module.functions(function)]
    if any(traced_alone(facts, current) is not None for current in around):
        return True
    callers = calls(facts).callers(around[-1])
    return bool(callers) and all(
        tracing(facts).staged(facts.module.function(c)) is not None for c in callers
    )
