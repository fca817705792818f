"""Functions that take part in collectives: a named axis has to be around them, so that a `pmap`, a
`vmap` or a `shard_map` runs them in any case, whether it is in sight or not."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.api.sharding import COLLECTIVES
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.calls import Callee, calls
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import COMPREHENSIONS, FunctionNode, argument, unpacks

# They do nothing where there is no axis, or say nothing of one.
_IDLE = frozenset({"jax.lax.pcast", "jax.lax.pvary", "jax.lax.pbroadcast"})
# What runs a function where it stands, with the axes that are there.
_AT_ONCE = frozenset(
    {"scan", "while_loop", "fori_loop", "cond", "switch", "map", "associative_scan"}
)
_AROUND = frozenset(
    {"jit", "grad", "value_and_grad", "jacobian", "checkpoint", "custom_jvp", "custom_vjp",
     "named_call"}
)  # fmt: skip
_CHOICES = (ast.If, ast.IfExp, ast.BoolOp, ast.Try, ast.Match, ast.While, *COMPREHENSIONS)


def needs_axis(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function can only run where somebody has named an axis: it calls a collective
    whatever comes, itself or in a function that it calls, or it is made in one that does."""
    found = _needing(facts)
    if any(one in found for one in (function, *facts.module.functions(function))):
        return True
    return function in _through_others(facts)


@fact
def _needing(facts: Facts) -> frozenset[FunctionNode]:
    """The functions of a file that call a collective, through others of the file, too."""
    return _callers_of(facts, {f for f in _collectives(facts) if f is not None})


@fact
def _collectives(facts: Facts) -> set[FunctionNode | None]:
    """The functions that call a collective themselves, whatever comes."""
    module, out = facts.module, set[FunctionNode | None]()
    for name in {dotted.rpartition(".")[2] for dotted in COLLECTIVES}:
        for node in (*module.attributes(name), *module.named(name)):
            call = module.parent.get(node)
            if isinstance(call, ast.Call) and call.func is node and _asks(facts, call):
                if _always(facts, call):
                    out.add(module.function(call))
    return out


@fact
def _through_others(facts: Facts) -> frozenset[FunctionNode]:
    """The functions of a file that call one of another file that needs an axis."""
    first = set[FunctionNode]()
    for call in facts.module.all(ast.Call):
        around, found = facts.module.function(call), calls(facts).callee(call.func)
        if around is None or found is None or not found.dotted or not _always(facts, call):
            continue
        module, name = facts.project.home(found.dotted)
        text = facts.project.texts.get(module)
        if text is None or module not in facts.project.near(facts.module.name) or _adds(found):
            continue
        if not any(text.mentions(word) for word in _WORDS):
            continue
        other = elsewhere(facts, module)
        bound = other.module.top.bindings.get(name, []) if other is not None else []
        node = bound[0].node if len(bound) == 1 and bound[0].kind == "def" else None
        if other is not None and isinstance(node, ast.FunctionDef):
            if node in _needing(other) and _stays(other, node):
                first.add(around)
    return _callers_of(facts, first)


_WORDS = tuple(
    name.rpartition(".")[2] for name in COLLECTIVES if name not in _IDLE
)  # one of which a file mentions that calls a collective


def _callers_of(facts: Facts, first: set[FunctionNode]) -> frozenset[FunctionNode]:
    """Some functions, and those of the file that run one of them with the axes that are there."""
    out, pending = set(first), list(first)
    while pending:
        function = pending.pop()
        for caller in _running(facts, function) if _stays(facts, function) else ():
            if caller is not None and caller not in out:
                out.add(caller)
                pending.append(caller)
    return frozenset(out)


def _running(facts: Facts, function: FunctionNode) -> Iterator[FunctionNode | None]:
    """The functions around the calls of one, and around the loops of JAX that it is a body of."""
    for call in calls(facts).callers(function):
        found = calls(facts).callee(call.func)
        if found is not None and not _adds(found) and _always(facts, call):
            yield facts.module.function(call)
    for wrap in applied(facts).of(function):
        inner = (TRANSFORMS[name].kind for name in wrap.inner if name in TRANSFORMS)
        if wrap.transform.kind in _AT_ONCE and all(kind in _AROUND for kind in inner):
            if isinstance(wrap.site, ast.Call) and _always(facts, wrap.site):
                yield facts.module.function(wrap.site)


def _adds(found: Callee) -> bool:
    """Whether a transform around what is called may give it an axis."""
    return any(TRANSFORMS[name].kind not in _AROUND for name, _ in found.wraps)


def _stays(facts: Facts, function: FunctionNode) -> bool:
    """Whether nothing that decorates a function gives it an axis."""
    marks = getattr(function, "decorator_list", [])
    own = [wrap for wrap in applied(facts).of(function) if wrap.decorator]
    return len(own) == len(marks) and all(wrap.transform.kind in _AROUND for wrap in own)


def _asks(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is that of a collective over an axis."""
    name = facts.names.of(call.func) or ""
    if name not in COLLECTIVES or name in _IDLE or unpacks(call):
        return False
    axis = argument(call, COLLECTIVES[name], "axis_name")
    match facts.names.behind(axis) or axis:
        case None | ast.Constant(None) | ast.Tuple([]) | ast.List([]):
            return False
    return True


def _always(facts: Facts, call: ast.Call) -> bool:
    """Whether the function around a call comes to it whatever it is given."""
    module, function = facts.module, facts.module.function(call)
    if function is None:
        return False
    for around in module.ancestors(call):
        if around is function:
            break
        if isinstance(around, _CHOICES):
            return False
    return all(left.lineno >= module.statement(call).lineno for left in module.returns(function))
