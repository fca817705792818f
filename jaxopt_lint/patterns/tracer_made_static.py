"""Traced values that are given to static parameters of other compiled functions."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, Kind, tracing, values
from jaxopt_lint.semantics.jax.expected import error_meant, tracer_error_meant
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode

_ARITHMETIC = ("jax.numpy.", "numpy.", "jax.lax.", "math.", "jax.nn.")
_NUMBERS = ("int", "float", "range", "abs", "round")


def traced_for_static(facts: Facts, value: ast.expr, callee: FunctionNode, name: str) -> str:
    """Why a value that a static parameter is given is certainly a tracer, in a clause; "" where it
    may be something with a hash.

    Args:
        callee: the compiled function whose parameter it is.
        name: what the parameter is called there.
    """
    kind = values(facts).kind(value)
    if kind not in (Kind.TRACER, Kind.TREE):
        return ""
    if error_meant(facts, value) or tracer_error_meant(facts, value):
        return ""
    if kind is Kind.TRACER:
        return f"`{facts.module.source(value)}` is traced"
    # A parameter as it came may be a tree without leaves, or an object that is hashed by identity.
    binding = facts.names.only_binding(value)
    if not isinstance(value, ast.Name) or binding is None or binding.kind != "param":
        return facts.doubt(value, "{} may be a tree without leaves", value, answer="")
    function = facts.module.parent[facts.module.parent[binding.node]]
    if not isinstance(function, FUNCTIONS):
        return ""
    why = tracing(facts).traced_parameters(function).get(value.id)
    ways = ((function, value.id), (callee, name))
    if why is None or any(_is_asked(facts, *way) for way in ways):
        return facts.doubt(value, "{} may be None", value, answer="")
    if not any(_is_number(facts, *way) for way in ways):
        return facts.doubt(value, "nothing shows that {} is a number or an array", value, answer="")
    return f"`{value.id}` is traced: the function around it is {why}"


def _reads(facts: Facts, function: FunctionNode, name: str) -> list[ast.Name]:
    """The reads of a parameter in its function, and in those that stand in it."""
    inside = facts.module.inside(ast.Name, function)
    return [one for one in inside if one.id == name and isinstance(one.ctx, ast.Load)]


def _is_asked(facts: Facts, function: FunctionNode, name: str) -> bool:
    """Whether code asks what a parameter is, which may be None then, or something else."""
    for read in _reads(facts, function, name):
        around = facts.module.parent[read]
        if isinstance(around, ast.Compare) and isinstance(around.ops[0], (ast.Is, ast.IsNot)):
            return True
        if isinstance(around, ast.Call) and read in around.args:
            if facts.names.is_builtin(around.func, "isinstance", "callable", "hasattr", "type"):
                return True
    return False


def _is_number(facts: Facts, function: FunctionNode, name: str) -> bool:
    """Whether code reckons with a parameter."""
    for read in _reads(facts, function, name):
        around = facts.module.parent[read]
        match around:
            case ast.BinOp() | ast.UnaryOp(ast.USub()):
                return True
            case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
                return True
            case ast.Call(func, args) if read in args:
                called = facts.names.call(around) or ""
                if called.startswith(_ARITHMETIC) or facts.names.is_builtin(func, *_NUMBERS):
                    return True
    return False
