"""Where `jax.checkpoint` guards against something that cannot happen: within a scan's body.

`jax.checkpoint` puts barriers around what it computes again, so that XLA does not merge it with
the first computation. A scan compiles its forward and its backward body apart from each other:
there is nothing to merge, unless the body itself takes gradients or the loop is unrolled.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.python import first_of

_CHECKPOINTS = {"jax.checkpoint", "flax.linen.remat", "flax.linen.checkpoint"}
_GRADIENTS = {"grad", "value_and_grad", "vjp", "linearize", "jacrev", "hessian"}
_SCANS = {"jax.lax.scan", "flax.linen.scan"}


@fact
def needless_barriers(facts: Facts) -> dict[ast.expr, ast.Call]:
    """The applications of `jax.checkpoint` (calls, or decorators) whose barrier guards nothing,
    with the scan around each."""
    calls = (c for c in facts.module.all(ast.Call) if facts.names.call(c) in _SCANS)
    scans = [scan for scan in calls if scan.args and not _unrolled(scan)]
    both = ((s, [*_applied(facts, s.args[0]), *_called(facts, s)]) for s in scans)
    return first_of((site, scan) for scan, sites in both for site in sites)


def _applied(facts: Facts, body: ast.expr) -> list[ast.expr]:
    """The plain applications of `jax.checkpoint` to what a scan repeats."""
    if isinstance(body, ast.IfExp):
        return _applied(facts, body.body) + _applied(facts, body.orelse)
    if isinstance(body, ast.Call):
        name = facts.names.call(body)
        made = calls(facts).factory(body.func) if name is None else None
        if name in _CHECKPOINTS or (made is not None and made[0] in _CHECKPOINTS):
            if body.args and _takes_gradients(facts, body.args[0]):
                return []
            plain = _plain(body) and (made is None or _plain(made[1]))
            return [made[1] if made is not None else body] if plain else []
        return []
    if not isinstance(body, ast.Name):
        return []
    bindings = [b for b in facts.names.binding(body) if b.kind != "declare"]
    if not _only_scanned(facts, body):
        return []
    if len(bindings) == 1 and bindings[0].kind == "assign" and bindings[0].value is not None:
        value = bindings[0].value
        return _applied(facts, value) if not isinstance(value, ast.Name) else []
    if len(bindings) == 1 and isinstance(bindings[0].node, ast.FunctionDef):
        return _decorators(facts, bindings[0].node)
    rebound = [b.value for b in bindings if isinstance(b.value, ast.Call)]
    if len(rebound) == 1 and len(bindings) == 2 and any(b.kind == "def" for b in bindings):
        return _applied(facts, rebound[0])  # `body = jax.checkpoint(body)`
    return []


def _called(facts: Facts, scan: ast.Call) -> list[ast.expr]:
    """The plain `jax.checkpoint(f)(...)` calls in the body of a scan."""
    callee = calls(facts).callee(scan.args[0])
    body = callee.node if callee is not None and not callee.wraps else None
    if body is None or _takes_gradients(facts, scan.args[0]):
        return []
    uses = calls(facts).references(body)
    if any(not _is_body(facts, use) for use in uses):
        return []
    out: list[ast.expr] = []
    for call in facts.module.inside(ast.Call, body):
        if not isinstance(call.func, ast.Call):
            continue
        applied = call.func
        if facts.names.call(applied) not in _CHECKPOINTS or facts.module.function(call) is not body:
            continue
        if applied.args and _plain(applied) and not _takes_gradients(facts, applied.args[0]):
            inner = calls(facts).callee(applied.args[0])
            if inner is not None and inner.node is not None:
                out.append(applied)
    return out


def _is_body(facts: Facts, use: ast.expr) -> bool:
    around = facts.module.parent[use]
    if not isinstance(around, ast.Call) or facts.names.call(around) not in _SCANS:
        return False
    return around.args[:1] == [use] and not _unrolled(around)


def _decorators(facts: Facts, function: ast.FunctionDef) -> list[ast.expr]:
    out: list[ast.expr] = []
    for decorator in function.decorator_list:
        made = calls(facts).factory(decorator)
        if facts.names.of(decorator) in _CHECKPOINTS:
            out.append(decorator)
        elif made is not None and made[0] in _CHECKPOINTS and _plain(made[1]):
            out.append(made[1])
        else:
            return []
    return out if len(out) == 1 else []


def _takes_gradients(facts: Facts, body: ast.expr) -> bool:
    """Whether what is repeated differentiates by itself: forward and backward then share a body."""
    callee = calls(facts).callee(body)
    if callee is None or callee.node is None:
        return False
    names = (facts.names.of(n) or "" for n in ast.walk(callee.node))
    return any(name.rpartition(".")[2] in _GRADIENTS for name in names)


def _plain(call: ast.Call) -> bool:
    """Whether a call says nothing on barriers, nor passes on what might."""
    return all(k.arg not in (None, "prevent_cse") for k in call.keywords)


def _unrolled(scan: ast.Call) -> bool:
    """Whether a scan may leave no loop: `unroll` is given, or its options are not written out."""
    for keyword in scan.keywords:
        value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
        once = value == 1 and value is not True
        if keyword.arg is None or (keyword.arg == "length" and once):
            return True
        if keyword.arg == "unroll" and not once and value is not False:
            return True
    return len(scan.args) > 5


def _only_scanned(facts: Facts, body: ast.Name) -> bool:
    """Whether every reader of a name is a scan that takes it as its body, or a wrapper of it."""
    module = facts.module
    holder = module.scope[body].holder(body.id)
    for node in module.reads(holder, body.id):
        around = module.parent[node]
        if not isinstance(around, ast.Call) or not around.args or around.args[0] is not node:
            return False
        name = facts.names.call(around)
        if name in _SCANS:
            if _unrolled(around):
                return False
            continue
        made = calls(facts).factory(around.func)
        if name not in _CHECKPOINTS and (made is None or made[0] not in _CHECKPOINTS):
            return False
    return True
