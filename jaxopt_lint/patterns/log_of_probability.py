"""The logarithm of what is made of a probability: its complement, with a floor under it, a name."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.exponential_overflows import quotient
from jaxopt_lint.patterns.guarded_late import made_of
from jaxopt_lint.patterns.log_of_softmax import MODULES, STABLE
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import reaching
from jaxopt_lint.semantics.jax.forward import forward
from jaxopt_lint.semantics.jax.frameworks import forward_method
from jaxopt_lint.semantics.python import argument, defaults, positional, root_of


@dataclass(frozen=True, slots=True, eq=False)
class LogOfProbability:
    """A logarithm of what is made of a probability, which the logits give as well.

    Attributes:
        node: the call of `log`.
        inner: the call of `softmax` or `sigmoid`, or the formula for it.
        stable: what gives the same of the logits, as it is to be written.
        function: which of both it is.
        plain: nothing else is done to the probability, and nothing else reads it but a loss; and it
            has 32 bits.
        learned: a gradient is taken of it, or a network gives it.
    """

    node: ast.Call
    inner: ast.expr
    stable: str
    function: str
    plain: bool
    learned: bool


_LOGS = ("jax.numpy.log", "jax.lax.log")
_FLOORS = frozenset({"jax.numpy.maximum", "jax.numpy.clip", "jax.numpy.where", "jax.lax.max"})
# What gives the same numbers, some of them, or in another shape.
_SAME = frozenset(
    {"jax.numpy.squeeze", "jax.numpy.reshape", "jax.numpy.ravel", "jax.numpy.take_along_axis",
     "jax.numpy.take", "jax.numpy.asarray"}
)  # fmt: skip
_SAME_METHODS = frozenset({"squeeze", "reshape", "ravel", "flatten"})
_DRAWN = "jax.random.categorical"
_DEPTH = 5


def log_of_probability(facts: Facts, node: ast.Call) -> LogOfProbability | None:
    """The match that a call is, if it is one: `log(1 - sigmoid(x))`, `log(p + 1e-8)` where `p` is a
    softmax, `log(p)` of a name for one, or of what a function gives that ends in one."""
    if facts.names.call(node) not in _LOGS or len(node.args) != 1 or node.keywords:
        return None
    given, plain = node.args[0], True
    other = False
    while True:
        match given:
            case ast.BinOp(ast.Constant(1 | 1.0), ast.Sub(), right) if not other:
                given, other = right, True
            case ast.BinOp(left, ast.Add(), little) if _is_number(facts, little):
                given, plain = left, False
            case ast.Call(args=[*_, last]) if facts.names.call(given) in _FLOORS:
                first = facts.names.call(given) != "jax.numpy.where"
                given, plain = (given.args[0] if first else last), False
            case _:
                break
    inner, name = _probability(facts, given, _DEPTH)
    if inner is None or (other and name == "softmax"):
        return None
    taken = root_of(given, ast.Subscript)
    if inner is taken and plain and not other:
        return None  # that is `log_of_softmax`
    if facts.project.x64:
        if plain and not other:
            return facts.doubt(node, "with 64 bits, only what is below 1e-308 is rounded to 0")
        plain = False
    around = facts.module.parent[node]
    if isinstance(around, ast.Call) and facts.names.call(around) == _DRAWN:
        return facts.doubt(node, "what is drawn needs no gradient")
    derived = tracing(facts).differentiated(facts.module.function(node)) is not None
    if isinstance(taken, ast.Name) and not derived:
        scope = facts.module.scope[taken].holder(taken.id)
        reads = [n for n in facts.module.held(scope, taken.id) if isinstance(n.ctx, ast.Load)]
        plain = plain and all(facts.module.within(n, node) for n in reads)
    module = (facts.names.call(inner) or "").rpartition(".")[0]
    module = module if module in MODULES else "jax.nn"
    stable = f"{module}.{STABLE[name]}({'-x' if other else 'x'})"
    learned = derived or forward_method(facts, node) is not None
    return LogOfProbability(node, inner, stable, name, plain, learned)


def _probability(facts: Facts, node: ast.expr | None, depth: int) -> tuple[ast.expr | None, str]:
    """What made a value, if that is a softmax or a sigmoid on every way, and which of both."""
    node = made_of(facts, node)
    if node is None or depth <= 0:
        return None, ""
    if isinstance(node, ast.Subscript):
        return _probability(facts, node.value, depth - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        spelt = quotient(facts, node)
        name = spelt.function.rpartition(".")[2] if spelt is not None else ""
        return (node, name) if name in STABLE else (None, "")
    if isinstance(node, ast.Name):
        call, place = _unpacked(facts, node)
        if call is not None:
            return _alike([_probability(facts, r, depth - 1) for r in _items(facts, call, place)])
        return _given(facts, node, depth - 1)
    if not isinstance(node, ast.Call):
        return None, ""
    called = facts.names.call(node) or ""
    module, _, name = called.rpartition(".")
    if module in MODULES and name in STABLE:
        return node, name
    if called in _SAME and node.args:
        return _probability(facts, node.args[0], depth - 1)
    if isinstance(node.func, ast.Attribute) and node.func.attr in _SAME_METHODS and not called:
        return _probability(facts, node.func.value, depth - 1)
    callee = calls(facts).callee(node.func)
    module, _, name = (callee.dotted or "" if callee is not None else "").rpartition(".")
    if callee is not None and module in MODULES and name in STABLE:
        mapped = all(TRANSFORMS[n].kind in _MAPPED for n, _ in callee.wraps)
        return (node, name) if mapped else (None, "")
    return _alike([_probability(facts, r, depth - 1) for r in _results(facts, node)])


def _results(facts: Facts, call: ast.Call) -> list[ast.expr | None]:
    """What the function of a call, or the model in sight that it runs, returns; nothing where that
    is not known."""
    passed = forward(facts, call)
    if passed is not None:
        return [*facts.module.results(passed.method)]
    callee = calls(facts).callee(call.func)
    if callee is None or any(TRANSFORMS[n].kind not in _MAPPED for n, _ in callee.wraps):
        return []
    body = callee.node
    plain = isinstance(body, ast.FunctionDef) and not body.decorator_list
    return [*facts.module.results(body)] if plain and isinstance(body, ast.FunctionDef) else []


def _unpacked(facts: Facts, node: ast.Name) -> tuple[ast.Call | None, int]:
    """The call of several results that a name has one of, and which: `probs, value = net(x)`."""
    holder = facts.module.holder(node)
    bound = reaching(facts, node, holder) if holder is not None else []
    match bound[0].node if len(bound) == 1 else None:
        case ast.Assign([ast.Tuple(items)], ast.Call() as call):
            places = [i for i, t in enumerate(items) if isinstance(t, ast.Name) and t.id == node.id]
            if len(places) == 1 and not any(isinstance(t, ast.Starred) for t in items):
                return call, places[0]
    return None, 0


def _items(facts: Facts, call: ast.Call, place: int) -> list[ast.expr | None]:
    """What stands in one place of all that a call returns; nothing where a result is no tuple."""
    results = _results(facts, call)
    items: list[ast.expr | None] = [
        r.elts[place] for r in results if isinstance(r, ast.Tuple) and place < len(r.elts)
    ]
    return items if len(items) == len(results) else []


def _given(facts: Facts, node: ast.Name, depth: int) -> tuple[ast.expr | None, str]:
    """What all callers of a function, which this file alone knows, give for a parameter."""
    binding = facts.names.only_binding(node)
    if binding is None or binding.kind != "param" or depth <= 0:
        return None, ""
    function = facts.module.function(binding.node)
    if not isinstance(function, ast.FunctionDef) or facts.module.class_of(function) is not None:
        return None, ""
    if calls(facts).dotted(function) in facts.project.imported_from:
        return None, ""
    sites = calls(facts).callers(function)
    mentions = calls(facts).references(function)
    names = positional(function)
    if len(mentions) != len(sites) or binding.name not in names:
        return None, ""
    given = [argument(site, names.index(binding.name), binding.name) for site in sites]
    return _alike([_probability(facts, one, depth) for one in given])


def _alike(found: list[tuple[ast.expr | None, str]]) -> tuple[ast.expr | None, str]:
    """The first of some, if all are of the same function."""
    return found[0] if len({name for _, name in found}) == 1 else (None, "")


_MAPPED = ("jit", "vmap", "checkpoint")


def _is_number(facts: Facts, node: ast.expr) -> bool:
    """Whether something that is added is one number: written, a setting, a parameter's default."""
    binding = facts.names.only_binding(node) if isinstance(node, ast.Name) else None
    if binding is not None and binding.kind == "param":
        home = facts.module.function(binding.node)
        node = defaults(home).get(binding.name, node) if home is not None else node
    return isinstance(made_of(facts, node), (ast.Constant, ast.Attribute))
