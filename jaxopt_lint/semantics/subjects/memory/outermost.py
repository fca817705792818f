"""Whether a compiled function is called from outside of every trace, where donation counts."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.jax.renewing import renewed_by_hosts
from jaxopt_lint.semantics.python import FunctionNode, is_name
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_optimizer_update


def outermost(facts: Facts, wrap: Wrap, function: FunctionNode) -> bool:
    """Donation counts only where nothing around the compiled function is traced.

    A method that a host is seen to call may be called in a trace as well: it is compiled into that,
    and what it donates is ignored there.
    """
    for other in tracing(facts).of(function):
        if other.decorator and not wrap.decorator and other.transform.kind in ("jit", "pmap"):
            continue  # the call compiles what the decorator has made
        if other is not wrap and other.site is not wrap.site:
            if other.transform.kind not in ("checkpoint", "named_call", "eval_shape"):
                if not _apart(facts, wrap, function, other):
                    return False
    if tracing(facts).elsewhere(function):
        return False
    hosted = bool(renewed_by_hosts(facts, function))
    owner = facts.module.class_of(function)
    if owner is not None and not hosted:
        name = getattr(function, "name", "")
        read = _traced_methods(facts)
        if (None, name) in read or any(
            name == n and o is not None and _related(owner, o) for o, n in read
        ):
            return False
    around = facts.module.function(wrap.site if not wrap.decorator else function)
    if tracing(facts).staged(around) is not None:
        return False
    if hosted:
        return True
    callers = [facts.module.function(c) for c in calls(facts).callers(function)]
    return not any(tracing(facts).staged(c) is not None for c in callers if c is not None)


def _apart(facts: Facts, wrap: Wrap, function: FunctionNode, other: Wrap) -> bool:
    """Whether two transforms each make something of their own of a plain function: what one of
    them makes goes under another name, or back to the caller, and the other never sees it."""
    if wrap.decorator or other.decorator or wrap.inner or other.inner:
        return False
    name = getattr(function, "name", "")
    given = (wrap.argument, other.argument)
    if not all(argument is not None and is_name(argument, name) for argument in given):
        return False
    around = facts.module.parent.get(wrap.site)
    if isinstance(around, ast.Return):
        return True
    target = around.targets[0] if isinstance(around, ast.Assign) else None
    return isinstance(target, ast.Name) and target.id != name


def _related(one: ast.ClassDef, other: ast.ClassDef) -> bool:
    """Whether two classes are one, or one of them names the other as its base."""
    bases = {ast.unparse(b) for b in one.bases} | {ast.unparse(b) for b in other.bases}
    return one is other or bool(bases & {one.name, other.name})


_Method = tuple[ast.ClassDef | None, str]  # of which class, where that is known


@fact
def _traced_methods(facts: Facts) -> set[_Method]:
    """The methods that traced code reaches as `cls.update` or `Agent.update`, or may."""
    module = facts.module
    read: dict[ast.AST | None, set[_Method]] = {}
    for node in module.all(ast.Attribute):
        function = module.function(node)
        owner = module.owner(node) if module.is_self(node.value) else None
        if facts.names.of(node) is None or owner is not None:
            call = module.parent[node]  # the update of an optimizer is no method of a learner
            if not isinstance(call, ast.Call) or not is_optimizer_update(facts, call):
                read.setdefault(function, set()).add((owner, node.attr))
    names: set[_Method] = set()
    methods = [f for f in read if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))]
    pending = [f for f in methods if tracing(facts).staged(f) is not None]
    seen = set(pending)
    while pending:
        names |= read[pending.pop()]
        known = {name for _, name in names}
        more = [f for f in methods if f not in seen and f.name in known and module.class_of(f)]
        seen.update(more)
        pending += more
    return names
