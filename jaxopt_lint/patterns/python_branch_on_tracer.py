"""Branches on a traced value that only choose between two array values."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing, values
from jaxopt_lint.semantics.jax.kinds import TRACED, Kind


@dataclass(frozen=True, slots=True)
class Choice:
    """One such branch.

    Attributes:
        test: what decides.
        then: the value where it holds.
        otherwise: the value where it does not.
        opening: what stands in front of the value: "", "y = " or "return ".
        statements: the statements that the choice takes the place of; none for expressions.
    """

    test: ast.expr
    then: str
    otherwise: str
    opening: str
    statements: tuple[ast.stmt, ...]


class NoChoice(Exception):
    """Why a branch is more than a choice between two values, in words for the user."""


# These may give infinities, whose gradient spoils that of the value that is chosen.
_RISKY_CALLS = ("log", "sqrt", "arccos", "arcsin", "acos", "asin", "arctanh", "power", "divide",
                "reciprocal", "norm", "arctan2", "div", "pow", "logit", "erfinv")  # fmt: skip
_RISKY_OPERATORS = (ast.Div, ast.Pow, ast.Mod, ast.FloorDiv)
_PURE = ("jax.numpy.", "jax.nn.", "jax.lax.", "jax.scipy.")
# Control flow and what talks to other devices is not to be run on both ways.
_NOT_BOTH = frozenset(
    {"jax.lax.while_loop", "jax.lax.scan", "jax.lax.fori_loop", "jax.lax.cond", "jax.lax.switch",
     "jax.lax.map", "jax.lax.psum", "jax.lax.pmean", "jax.lax.pmax", "jax.lax.pmin",
     "jax.lax.ppermute", "jax.lax.all_gather", "jax.lax.all_to_all", "jax.lax.psum_scatter",
     "jax.lax.associative_scan"}
)  # fmt: skip
_PLAIN = (
    ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript,
    ast.Slice, ast.Tuple, ast.Call, ast.keyword, ast.expr_context, ast.operator, ast.unaryop,
    ast.cmpop,
)  # fmt: skip


def choice(facts: Facts, node: ast.AST) -> Choice:
    """What a branch chooses.

    Raises:
        NoChoice: it does more than that.
    """
    if isinstance(node, ast.IfExp):
        _check(facts, node.test, (node.body, node.orelse))
        source = facts.module.source
        return Choice(node.test, source(node.body), source(node.orelse), "", ())
    if not isinstance(node, ast.If):
        raise NoChoice("this does not choose between two values")
    around = facts.module.parent[node]
    if isinstance(around, ast.If) and node in around.orelse:
        raise NoChoice("it is one of several branches")
    first = _only(node.body)
    if isinstance(first, ast.Return):
        return _returned(facts, node, first)
    return _assigned(facts, node, first)


def _returned(facts: Facts, node: ast.If, first: ast.Return) -> Choice:
    rest = facts.module.behind(node)
    if not node.orelse and not rest:
        raise NoChoice("the other way goes on elsewhere")
    last = _only(node.orelse) if node.orelse else rest[0]
    statements = (node,) if node.orelse else (node, last)
    if not isinstance(last, ast.Return) or first.value is None or last.value is None:
        raise NoChoice("not both ways return a value")
    _check(facts, node.test, (first.value, last.value))
    source = facts.module.source
    return Choice(node.test, source(first.value), source(last.value), "return ", statements)


def _assigned(facts: Facts, node: ast.If, first: ast.stmt) -> Choice:
    name, then, text = _store(facts, first)
    if node.orelse:
        other, value, otherwise = _store(facts, _only(node.orelse))
        if other != name:
            raise NoChoice("the two ways store to different names")
        arms = [then, value]
    else:
        otherwise = name
        arms = [then]
        if not isinstance(first, ast.AugAssign):
            before = _value_before(facts, node, name) or _read_of(name, then, node.test)
            if before is None:
                raise NoChoice(f"what `{name}` was before is not known to be an array")
            arms.append(before)
    _check(facts, node.test, arms)
    return Choice(node.test, text, otherwise, f"{name} = ", (node,))


def _store(facts: Facts, statement: ast.stmt) -> tuple[str, ast.expr, str]:
    """The name that a statement stores to, what it reads for that, and the new value's text."""
    source = facts.module.source
    match statement:
        case ast.Assign([ast.Name(name)], value):
            return name, value, source(value)
        case ast.AugAssign(ast.Name(name) as target, op, value) if type(op) in _SYMBOLS:
            if values(facts).kind(target) in TRACED:
                compound = isinstance(value, (ast.BinOp, ast.UnaryOp, ast.Compare))
                text = f"({source(value)})" if compound else source(value)
                return name, value, f"{name} {_SYMBOLS[type(op)]} {text}"
    raise NoChoice("a branch does more than store one name or return")


_SYMBOLS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


def _only(body: list[ast.stmt]) -> ast.stmt:
    if len(body) != 1:
        raise NoChoice("a branch does more than store one name or return")
    return body[0]


def _value_before(facts: Facts, node: ast.If, name: str) -> ast.expr | None:
    """The value that the statements in front, in the same block, gave a name."""
    for statement in reversed(facts.module.before(node)):
        match statement:
            case ast.Assign([ast.Name(target)], value) if target == name:
                return value
        named = (n for n in facts.module.inside(ast.Name, statement) if n.id == name)
        if not all(isinstance(n.ctx, ast.Load) for n in named):
            return None
    return None


def _read_of(name: str, *around: ast.expr) -> ast.expr | None:
    nodes = (n for part in around for n in ast.walk(part))
    return next((n for n in nodes if isinstance(n, ast.Name) and n.id == name), None)


# -- whether both ways can be run -------------------------------------------------------


def _check(facts: Facts, test: ast.expr, arms: list[ast.expr] | tuple[ast.expr, ...]) -> None:
    """Refuse what is no array, and what must not be run where it is not chosen."""
    computed = _arithmetic_names(facts, [test, *arms])
    for arm in arms:
        if not _is_array(facts, arm, computed):
            raise NoChoice(f"`{facts.module.source(arm)}` is not known to be an array or a number")
    for part in (test, *arms):
        for node in ast.walk(part):
            if not isinstance(node, (*_PLAIN, ast.BoolOp, ast.boolop)):
                raise NoChoice("a branch does more than compute")
            if isinstance(node, ast.Call) and not _is_pure(facts, node):
                raise NoChoice(f"`{facts.module.source(node.func)}` would run either way")
    function = facts.module.function(test)
    risky = any(_is_risky(facts, a) for a in arms)
    if risky and tracing(facts).differentiated(function) is not None:
        why = "the way that is not taken would have a gradient as well, which may be no number"
        raise NoChoice(why)


def _is_array(facts: Facts, node: ast.expr, computed: set[str]) -> bool:
    kind = values(facts).kind(node)
    if kind is Kind.TRACER:
        return True
    if kind is Kind.TREE:
        return isinstance(node, ast.Name) and node.id in computed
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, bool)


def _arithmetic_names(facts: Facts, parts: list[ast.expr]) -> set[str]:
    """The names that are computed with, so that they are one array rather than a container."""
    out: set[str] = set()
    for node in (n for part in parts for n in ast.walk(part)):
        inner: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            inner = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            inner = [node.operand]
        elif isinstance(node, ast.Compare):
            inner = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if (facts.names.of(node.func) or "").startswith("jax.numpy."):
                inner = node.args[:1]
        out |= {i.id for i in inner if isinstance(i, ast.Name)}
    return out


def _is_pure(facts: Facts, node: ast.Call) -> bool:
    name = facts.names.of(node.func)
    if name is not None:
        return name.startswith(_PURE) and name not in _NOT_BOTH
    return isinstance(node.func, ast.Attribute) and values(facts).kind(node.func.value) in TRACED


def _is_risky(facts: Facts, arm: ast.expr) -> bool:
    for node in ast.walk(arm):
        if isinstance(node, ast.BinOp) and isinstance(node.op, _RISKY_OPERATORS):
            return True
        if isinstance(node, ast.Call):
            name = facts.names.of(node.func) or str(getattr(node.func, "attr", ""))
            if any(risky in name.rpartition(".")[2] for risky in _RISKY_CALLS):
                return True
    return False
