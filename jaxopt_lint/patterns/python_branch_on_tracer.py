"""Branches on a traced value that only choose between two array values."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.kinds import TRACED, Kind
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.values import values


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
    f"jax.lax.{n}"
    for n in ("while_loop", "scan", "fori_loop", "cond", "switch", "map", "psum", "pmean", "pmax",
              "pmin", "ppermute", "all_gather", "all_to_all", "psum_scatter", "associative_scan")
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
        arms = node.body, node.orelse
        _check(facts, node.test, arms)
        source = facts.module.source
        return Choice(node.test, source(arms[0]), source(arms[1]), "", ())
    if not isinstance(node, ast.If):
        raise NoChoice("this does not choose between two values")
    if isinstance(facts.module.parent[node], ast.If) and node in getattr(
        facts.module.parent[node], "orelse", ()
    ):
        raise NoChoice("it is one of several branches")
    first = _only(node.body)
    if isinstance(first, ast.Return):
        return _returned(facts, node, first)
    return _assigned(facts, node, first)


def _returned(facts: Facts, node: ast.If, first: ast.Return) -> Choice:
    statements: tuple[ast.stmt, ...] = (node,)
    if node.orelse:
        last = _only(node.orelse)
    else:
        block = facts.module.block_of(node)
        rest = block[block.index(node) + 1 :]
        if not rest:
            raise NoChoice("the other way goes on elsewhere")
        last = rest[0]
        statements = (node, last)
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
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, ast.Name):
            return target.id, statement.value, source(statement.value)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        symbol = _SYMBOLS.get(type(statement.op))
        if symbol is not None and values(facts).kind(statement.target) in TRACED:
            text = source(statement.value)
            if isinstance(statement.value, (ast.BinOp, ast.UnaryOp, ast.Compare)):
                text = f"({text})"
            name = statement.target.id
            return name, statement.value, f"{name} {symbol} {text}"
    raise NoChoice("a branch does more than store one name or return")


_SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


def _only(body: list[ast.stmt]) -> ast.stmt:
    if len(body) != 1:
        raise NoChoice("a branch does more than store one name or return")
    return body[0]


def _value_before(facts: Facts, node: ast.If, name: str) -> ast.expr | None:
    """The value that the statements in front, in the same block, gave a name."""
    block = facts.module.block_of(node)
    for statement in reversed(block[: block.index(node)]):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, ast.Name) and target.id == name:
                return statement.value
        if any(
            isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)
            for n in ast.walk(statement)
        ):
            return None
    return None


def _read_of(name: str, *around: ast.expr) -> ast.expr | None:
    for node in (n for part in around for n in ast.walk(part)):
        if isinstance(node, ast.Name) and node.id == name:
            return node
    return None


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
    if tracing(facts).differentiated(function) is not None and any(
        _is_risky(facts, a) for a in arms
    ):
        raise NoChoice(
            "the way that is not taken would have a gradient as well, which may be no number"
        )


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
