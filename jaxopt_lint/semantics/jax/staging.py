"""Which functions run at trace time, and which ones gradients flow through, with their callers."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.transforms import STAGING, TRANSFORMS, WEAK
from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, grouped

_DIFFERENTIATING = frozenset({"grad", "value_and_grad", "vjp", "jacobian", "linearize"})


@fact
def staged(facts: Facts) -> dict[FunctionNode, str]:
    """Every function of this file that runs at trace time, with its witness."""
    out: dict[FunctionNode, str] = {}
    pending: list[FunctionNode] = []
    transforms = applied(facts)
    sites, nested = _callees(facts), _nested(facts)

    def mark(function: FunctionNode, why: str) -> None:
        if function not in out and not transforms.host(function):
            out[function] = why
            pending.append(function)

    def follow() -> None:
        while pending:
            function = pending.pop()
            why = out[function]
            name = getattr(function, "name", "<lambda>")
            through = why if ", through " in why else f"{why}, through `{name}`"
            for callee in sites.get(function, ()):
                mark(callee, through)
            for inner in nested.get(function, ()):
                mark(inner, why)

    # A strong witness is not to be hidden by a weak one.
    for weak in (False, True):
        for function, wraps in transforms.by_function.items():
            for wrap in wraps:
                transform = wrap.transform
                is_weak = transform.kind in WEAK or wrap.beneath is not None
                if transform.staged and not transform.host and is_weak is weak:
                    mark(function, f"{transforms.verb(wrap)} at {facts.at(wrap.site)}")
        for wrap in transforms.wraps:
            transform = wrap.transform
            made = made_function(facts, wrap.argument) if wrap.function is None else None
            if made is not None and transform.staged and not transform.host:
                if (transform.kind in WEAK) is weak:
                    mark(made, f"{transforms.verb(wrap)} at {facts.at(wrap.site)}")
        for node in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
            for traced in transforms.elsewhere(node):
                if traced.transform in STAGING and (traced.transform in WEAK) is weak:
                    mark(node, f"passed to `{traced.transform}` at {traced.where}")
            caller = facts.project.staged_callers.get(calls(facts).own_name(node))
            word = caller.partition(" ")[0] if caller is not None else ""
            if caller is not None and (word in WEAK or word == "perhaps") is weak:
                mark(node, caller)
        follow()
    return out


def made_function(facts: Facts, node: ast.expr | None) -> FunctionNode | None:
    """The function that another one of this file makes: `train` of `make_train(config)`, where
    that is all that `make_train` returns."""
    made = facts.names.behind(node)
    if not isinstance(made, ast.Call):
        return None
    transform = TRANSFORMS.get(facts.names.call(made) or "")
    if transform is not None:
        inner = calls(facts).function_argument(made, transform) if transform.wrapper else None
        return made_function(facts, inner) if inner is not None else None
    maker = calls(facts).callee(made.func)
    if maker is None or not isinstance(maker.node, ast.FunctionDef) or maker.wraps:
        return None
    results = [calls(facts).callee(result) for result in facts.module.results(maker.node)]
    found = {r.node if r is not None and not r.wraps else None for r in results}
    function = found.pop() if len(found) == 1 else None
    # What it was given is not made by it.
    own = function is not None and facts.module.within(function, maker.node)
    return function if own else None


@fact
def differentiated(facts: Facts) -> dict[FunctionNode, str]:
    """Every function of this file that gradients flow through, with its witness."""
    transforms = applied(facts)
    calls, nested = _callees(facts), _nested(facts)
    out: dict[FunctionNode, str] = {}
    for function, wraps in transforms.by_function.items():
        for wrap in wraps:
            kinds = {wrap.transform.kind, *(TRANSFORMS[n].kind for n in wrap.inner)}
            if kinds & _DIFFERENTIATING:
                out.setdefault(function, f"differentiated at {facts.at(wrap.site)}")
    for node in facts.module.all(ast.FunctionDef):
        for traced in transforms.elsewhere(node):
            if traced.transform in _DIFFERENTIATING:
                out.setdefault(node, f"differentiated at {traced.where}")
    pending = list(out)
    while pending:
        function = pending.pop()
        for callee in (*calls.get(function, ()), *nested.get(function, ())):
            if callee not in out:
                out[callee] = out[function]
                pending.append(callee)
    return out


@fact
def _callees(facts: Facts) -> dict[FunctionNode, list[FunctionNode]]:
    """The functions of this file that each function calls."""
    every = [(facts.module.function(call), call) for call in facts.module.all(ast.Call)]
    known = ((caller, calls(facts).function(call)) for caller, call in every if caller is not None)
    return grouped((caller, called) for caller, called in known if called is not None)


@fact
def _nested(facts: Facts) -> dict[FunctionNode, list[FunctionNode]]:
    """The functions that are defined inside each function."""
    functions = ((facts.module.function(node), node) for node in facts.module.all(*FUNCTIONS))
    return grouped((outer, node) for outer, node in functions if outer is not None)
