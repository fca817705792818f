"""The logarithm of what is made of a probability: its complement, with a floor under it, a name."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.guarded_late import made_of
from jaxopt_lint.patterns.log_of_softmax import MODULES, STABLE
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import defaults


@dataclass(frozen=True, slots=True, eq=False)
class LogOfProbability:
    """A logarithm of what is made of a probability, which the logits give as well.

    Attributes:
        node: the call of `log`.
        inner: the call of `softmax` or `sigmoid`.
        stable: what gives the same of the logits, as it is to be written.
        plain: nothing else is done to the probability, and nothing else reads it.
    """

    node: ast.Call
    inner: ast.Call
    stable: str
    plain: bool


_LOGS = ("jax.numpy.log", "jax.lax.log")
_FLOORS = frozenset({"jax.numpy.maximum", "jax.numpy.clip", "jax.numpy.where", "jax.lax.max"})


def log_of_probability(facts: Facts, node: ast.Call) -> LogOfProbability | None:
    """The match that a call is, if it is one: `log(1 - sigmoid(x))`, `log(p + 1e-8)` where `p` is a
    softmax, `log(p)` of a name for one."""
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
    inner = made_of(facts, given)
    module, _, name = (facts.names.call(inner) or "").rpartition(".")
    if not isinstance(inner, ast.Call) or module not in MODULES or name not in STABLE:
        return None
    if other and name == "softmax":
        return None
    if inner is given and plain and not other:
        return None  # that is `log_of_softmax`
    if isinstance(given, ast.Name):
        scope = facts.module.scope[given].holder(given.id)
        reads = [n for n in facts.module.held(scope, given.id) if isinstance(n.ctx, ast.Load)]
        plain = plain and all(facts.module.within(n, node) for n in reads)
    stable = f"{module}.{STABLE[name]}({'-x' if other else 'x'})"
    return LogOfProbability(node, inner, stable, plain)


def _is_number(facts: Facts, node: ast.expr) -> bool:
    """Whether something that is added is one number: written, a setting, a parameter's default."""
    binding = facts.names.only_binding(node) if isinstance(node, ast.Name) else None
    if binding is not None and binding.kind == "param":
        home = facts.module.function(binding.node)
        node = defaults(home).get(binding.name, node) if home is not None else node
    return isinstance(made_of(facts, node), (ast.Constant, ast.Attribute))
