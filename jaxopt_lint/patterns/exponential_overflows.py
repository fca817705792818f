"""Formulas that are written out with an exponential, which overflows where the function itself
does not: `log(1 + exp(x))`, `exp(x) / (1 + exp(x))`, `exp(x) / sum(exp(x))`, `log(sum(exp(x)))`,
`exp(x) / exp(y)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.guarded_late import made_of
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import unpacks
from jaxopt_lint.semantics.subjects.differentiation.active import active_variables, is_active

_EXP = frozenset({"jax.numpy.exp", "jax.lax.exp"})
_LOG = frozenset({"jax.numpy.log", "jax.lax.log"})
_LOG1P = frozenset({"jax.numpy.log1p", "jax.lax.log1p"})
_SUMS = {"jax.numpy.sum": "sum", "jax.numpy.mean": "mean"}
# What gives nothing large, whatever it is given.
_SMALL = frozenset(
    {"minimum", "clip", "min", "clamp", "sigmoid", "log_sigmoid", "log_softmax", "softmax", "tanh",
     "cos", "sin", "sign", "where", "arctan"}
)  # fmt: skip
_SHARES = frozenset({"jax.random.uniform", "jax.random.bernoulli", "jax.random.beta"})
# What gives nothing below zero.
_ABOVE = frozenset({"abs", "absolute", "square", "softplus", "relu", "exp", "norm", "sqrt", "var"})
_MODULES = ("jax.numpy.", "jax.nn.", "jax.lax.", "jax.scipy.", "flax.linen.", "flax.nnx.")
RATIO = "jax.numpy.exp"  # of the difference
_CHOICES = frozenset({"jax.numpy.where", "jax.lax.select", "jax.lax.cond"})


@dataclass(frozen=True, slots=True)
class Overflow:
    """A formula that overflows where the function that it spells does not.

    Attributes:
        node: the formula.
        exponent: what the exponential is taken of.
        function: the function that does all of it.
        slope: only the gradient overflows.
    """

    node: ast.expr
    exponent: ast.expr
    function: str
    slope: bool = False


def exponential_overflows(facts: Facts) -> Iterator[Overflow]:
    """The formulas of a file that an exponential overflows in."""
    found = [one for call in facts.module.all(ast.Call) if (one := _logarithm(facts, call))]
    slopes: list[Overflow] = []
    for node in facts.module.all(ast.BinOp):
        one = quotient(facts, node) if isinstance(node.op, ast.Div) else None
        if one is not None:
            (slopes if one.slope else found).append(one)
    yield from (one for one in found if _told(facts, one))
    if slopes:
        active = active_variables(facts)
        yield from (s for s in slopes if is_active(facts, s.exponent, active) and _told(facts, s))


def _told(facts: Facts, found: Overflow) -> bool:
    if in_test(facts, found.node):
        return False
    if facts.project.x64:
        facts.doubt(found.node, "with 64 bits, only an exponent above 709 overflows")
        return False
    if bounded(facts, found.exponent):
        facts.doubt(found.node, "{} is known to be no large number", found.exponent)
        return False
    for around in facts.module.ancestors(found.node):
        if isinstance(around, ast.Call) and facts.names.call(around) in _CHOICES:
            facts.doubt(found.node, "it is chosen by a test of its own")
            return False
        if isinstance(around, (ast.IfExp, ast.stmt)):
            return not isinstance(around, ast.IfExp)
    return True


def _exponent(facts: Facts, node: ast.expr | None) -> ast.expr | None:
    """What an exponential is taken of, through the name that it is bound to."""
    made = made_of(facts, node)
    if isinstance(made, ast.Call) and facts.names.call(made) in _EXP and len(made.args) == 1:
        return made.args[0] if not unpacks(made) else None
    return None


def _one_and(facts: Facts, node: ast.expr | None) -> ast.expr | None:
    """The exponent of `1 + exp(x)`."""
    match made_of(facts, node):
        case ast.BinOp(ast.Constant(1 | 1.0), ast.Add(), other):
            return _exponent(facts, other)
        case ast.BinOp(other, ast.Add(), ast.Constant(1 | 1.0)):
            return _exponent(facts, other)
    return None


def _summed(facts: Facts, node: ast.expr | None) -> tuple[ast.expr, str] | None:
    """The exponent of `sum(exp(x))`, with what is taken of it: the sum or the mean."""
    made = made_of(facts, node)
    if not isinstance(made, ast.Call) or unpacks(made):
        return None
    name = _SUMS.get(facts.names.call(made) or "")
    terms: ast.expr | None = made.args[0] if name and made.args else None
    if isinstance(made.func, ast.Attribute) and made.func.attr in ("sum", "mean") and not name:
        if facts.names.of(made.func) is None:
            name, terms = made.func.attr, made.func.value
    exponent = _exponent(facts, terms)
    return (exponent, name) if exponent is not None and name else None


def _logarithm(facts: Facts, call: ast.Call) -> Overflow | None:
    name = facts.names.call(call)
    if len(call.args) != 1 or unpacks(call):
        return None
    given = call.args[0]
    if name in _LOG1P:
        exponent = _exponent(facts, given)
        return Overflow(call, exponent, "jax.nn.softplus") if exponent is not None else None
    if name not in _LOG:
        return None
    exponent = _one_and(facts, given)
    if exponent is not None:
        return Overflow(call, exponent, "jax.nn.softplus")
    summed = _summed(facts, given)
    return Overflow(call, summed[0], "jax.nn.logsumexp") if summed is not None else None


def quotient(facts: Facts, node: ast.BinOp) -> Overflow | None:
    """The sigmoid or softmax that a quotient spells."""
    under = _without_floor(made_of(facts, node.right) or node.right)
    below = _one_and(facts, under)
    above = _exponent(facts, node.left)
    if below is not None and above is not None and ast.dump(below) == ast.dump(above):
        return Overflow(node, above, "jax.nn.sigmoid")
    if below is not None and isinstance(node.left, ast.Constant):
        return Overflow(node, below, "jax.nn.sigmoid", slope=True)
    summed = _summed(facts, under) if above is not None else None
    if above is not None and summed is not None and summed[1] == "sum":
        if ast.dump(summed[0]) == ast.dump(above):
            return Overflow(node, above, "jax.nn.softmax")
    other = _exponent(facts, under) if above is not None and under is node.right else None
    if above is not None and other is not None and not bounded(facts, other):
        return Overflow(node, above, RATIO)
    return None


def _without_floor(node: ast.expr) -> ast.expr:
    """What a small number is added to, lest it is zero: of `total + 1e-9`, the total."""
    match node:
        case ast.BinOp(total, ast.Add(), ast.Constant(float() as floor)):
            return total if 0 < floor <= _FLOOR else node
    return node


_FLOOR = 1e-4


def bounded(facts: Facts, node: ast.expr, depth: int = 6) -> bool:
    """Whether an exponent is certainly no large number: shifted by its largest, never positive,
    or written down."""
    made = made_of(facts, node)
    if made is None or depth <= 0:
        return False
    if not any(isinstance(n, (ast.Name, ast.Call)) for n in ast.walk(made)):
        return True
    match made:
        case ast.BinOp(_, ast.Sub(), right):
            return _is_largest(facts, right)
        case ast.UnaryOp(ast.USub(), operand):
            return _never_negative(facts, operand, depth - 1)
        case ast.BinOp(left, ast.Mult() | ast.Div(), right):
            if _is_square_with_minus(made):
                return True
            if isinstance(made.op, ast.Div):
                right = left  # what it is divided by makes nothing large that is not
            for number, other in ((left, right), (right, left)):
                if (sign := _sign(number)) and sign > 0:  # `0.7 * x` is as large as `x`
                    return bounded(facts, other, depth - 1)
            return any(bounded(facts, side, depth - 1) for side in (left, right))
        case ast.Call():
            return _named(facts, made, _SMALL) or _is_share(facts, made)
    return False


def _is_share(facts: Facts, call: ast.Call) -> bool:
    """Whether a call draws numbers between 0 and 1."""
    name = facts.names.call(call)
    plain = len(call.args) < 4 and all(k.arg in ("key", "shape", "dtype") for k in call.keywords)
    return name in _SHARES and (name != "jax.random.uniform" or plain)


def _sign(node: ast.expr) -> int:
    """The sign of a number that is written down; 0 for all else."""
    match node:
        case ast.Constant(int() | float() as value):
            return (value > 0) - (value < 0)
    return 0


def _is_square_with_minus(product: ast.BinOp) -> bool:
    """Whether a product is a number with a minus times what stands in it twice: `-x * x / 2`."""
    negative, odd = False, set[str]()
    factors: list[ast.expr] = [product]
    while factors:
        match factors.pop():
            case ast.UnaryOp(ast.USub(), operand):
                negative = not negative
                factors.append(operand)
            case ast.BinOp(left, ast.Mult(), right):
                factors += [left, right]
            case ast.BinOp(left, ast.Div(), ast.Constant(int() | float())):
                factors.append(left)
            case ast.Constant(int() | float()):
                pass
            case factor:
                odd ^= {ast.dump(factor)}
    return negative and not odd


def _is_largest(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is the largest of something, or the logarithm of a sum."""
    for part in ast.walk(made_of(facts, node) or node):
        if isinstance(part, ast.Call):
            if _named(facts, part, frozenset({"max", "amax", "logsumexp"})):
                return True
    return False


def _never_negative(facts: Facts, node: ast.expr, depth: int) -> bool:
    made = made_of(facts, node)
    match made:
        case ast.BinOp(_, ast.Pow(), ast.Constant(2 | 2.0 | 4)):
            return True
        case ast.BinOp(left, ast.Add(), right) if depth:
            return all(_never_negative(facts, side, depth - 1) for side in (left, right))
        case ast.BinOp(left, ast.Mult() | ast.Div(), right) if depth:
            sides = (left, right) if isinstance(made.op, ast.Mult) else (left,)
            return any(_never_negative(facts, side, depth - 1) for side in sides)
        case ast.Call(args=[_, same, ast.UnaryOp(ast.USub(), other)]):
            # `where(x >= 0, x, -x)` spells the absolute value.
            return _named(facts, made, frozenset({"where"})) and ast.dump(same) == ast.dump(other)
        case ast.Call() if made.args and _named(facts, made, frozenset({"sum", "mean"})):
            return depth > 0 and _never_negative(facts, made.args[0], depth - 1)
        case ast.Call():
            return _named(facts, made, _ABOVE)
    return False


def _named(facts: Facts, call: ast.Call, short: frozenset[str]) -> bool:
    """Whether a call is of one of some functions of JAX, or of the array's method of this name."""
    name = facts.names.call(call) or ""
    if name.startswith(_MODULES):
        return name.rpartition(".")[2] in short
    return isinstance(call.func, ast.Attribute) and not name and call.func.attr in short
