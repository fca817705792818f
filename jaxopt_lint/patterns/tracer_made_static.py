"""Traced values that are given to static parameters of other compiled functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Kind, calls, tracing, values
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.expected import error_meant, tracer_error_meant
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python import DEFINITIONS, FUNCTIONS, FunctionNode, arguments

_ARITHMETIC = ("jax.numpy.", "numpy.", "jax.lax.", "math.", "jax.nn.")
_NUMBERS = ("int", "float", "range", "abs", "round")


@dataclass(frozen=True, slots=True)
class Static:
    """A value that a call gives a static parameter.

    Attributes:
        value: what is given.
        name: the parameter.
        wrap: what compiles the function.
        home: what is known of the file of the function.
    """

    value: ast.expr
    name: str
    wrap: Wrap
    home: Facts


def statics_of_others(facts: Facts, call: ast.Call) -> Iterator[Static]:
    """What a call in traced code gives the static parameters of a function that another file of
    the project decorates with jit."""
    if not facts.project.texts or any(isinstance(a, ast.Starred) for a in call.args):
        return
    callee = calls(facts).callee(call.func)
    if callee is None or callee.node is not None or callee.wraps or not callee.dotted:
        return
    every = (t for n in facts.project.names(callee.dotted) for t in facts.project.traced.get(n, ()))
    if callee.bound or not any(t.static_names or t.static_numbers for t in every if t.decorated):
        return
    if tracing(facts).staged(facts.module.function(call)) is None:
        return
    module, name = facts.project.home(callee.dotted)
    other = elsewhere(facts, module) if module else None
    bindings = other.module.top.bindings.get(name, []) if other is not None else []
    function = bindings[0].node if len(bindings) == 1 else None
    if other is None or not isinstance(function, DEFINITIONS):
        return
    if len(function.decorator_list) != 1:
        return
    for wrap in tracing(other).of(function):
        names, known = tracing(other).static(wrap)
        for name, value in arguments(call, function) if wrap.decorator and known else ():
            if name in names:
                yield Static(value, name, wrap, other)


def traced_for_static(facts: Facts, given: Static) -> str:
    """Why a value that a static parameter is given is certainly a tracer, in a clause; "" where it
    may be something with a hash."""
    value, callee = given.value, given.wrap.function
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
    ways = [(facts, function, value.id)]
    ways += [(given.home, callee, given.name)] if callee is not None else []
    if why is None or any(_is_asked(*way) for way in ways):
        return facts.doubt(value, "{} may be None", value, answer="")
    if not any(_is_number(*way) for way in ways):
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
