"""Rules of custom derivatives that do not fit the function that they are for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing, values
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.kinds import TRACED
from jaxopt_lint.semantics.python import FunctionNode, argument, arguments, positional


@dataclass(frozen=True, slots=True)
class Misfit:
    """A rule that does not fit.

    Attributes:
        node: where it does not.
        message: what is wrong.
        help: what to write.
    """

    node: ast.AST
    message: str
    help: str


def misfits(facts: Facts) -> Iterator[Misfit]:
    """The rules of custom derivatives in a file that do not fit."""
    yield from _of_the_other_kind(facts)
    defined = _defined(facts)
    for function in facts.module.all(ast.FunctionDef):
        wrap = next((w for w in tracing(facts).of(function) if w.name == "jax.custom_vjp"), None)
        if wrap is None or not wrap.decorator or error_meant(facts, function):
            continue
        args = function.args
        if args.vararg or args.kwarg or args.kwonlyargs:
            continue
        apart = _apart(facts, wrap.keyword("nondiff_argnums"))
        if apart is None or wrap.keyword("nondiff_argnames") is not None:
            continue
        yield from _traced_apart(facts, function, apart)
        rules = defined.get(function)
        if rules is None:
            if function.name not in {getattr(n, "id", "") for n in _owners(facts)}:
                yield from _without_rules(facts, function)
            continue
        forward, backward = rules
        name = function.name
        count = len(positional(function)) - len(apart)
        if forward is not None:
            yield from _forward(facts, forward, name)
        if backward is not None:
            yield from _backward(facts, backward, name, count, len(apart))


def _of_the_other_kind(facts: Facts) -> Iterator[Misfit]:
    """`defvjp` of a `jax.custom_jvp`, and forward-mode derivatives of a `jax.custom_vjp`."""
    kinds = {
        function.name: (wrap.name, function)
        for wrap in tracing(facts).wraps
        if wrap.decorator and wrap.name in ("jax.custom_vjp", "jax.custom_jvp")
        and isinstance(function := wrap.function, ast.FunctionDef)
        and len(function.decorator_list) == 1
    }  # fmt: skip
    for node in facts.module.all(ast.Attribute) if kinds else ():
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        kind = kinds.get(name, ("", None))[0]
        wrong = {"jax.custom_jvp": ("defvjp",), "jax.custom_vjp": ("defjvp", "defjvps")}
        if kind and node.attr in wrong[kind] and not error_meant(facts, node):
            yield Misfit(
                node,
                f"`{name}` is a `{kind}`, which has no `{node.attr}`: it raises AttributeError",
                f"`jax.custom_{node.attr[3:6]}` takes such a rule",
            )
    for call in facts.module.all(ast.Call) if kinds else ():
        if facts.names.call(call) not in _FORWARD or not call.args:
            continue
        given = call.args[0]
        kind, function = kinds.get(given.id if isinstance(given, ast.Name) else "", ("", None))
        found = calls(facts).callee(given) if kind == "jax.custom_vjp" else None
        if found is not None and found.node is function and not error_meant(facts, call):
            yield Misfit(
                call,
                f"`{facts.module.source(given)}` is a `jax.custom_vjp`, of which there is no "
                f"derivative forward: `{facts.module.source(call.func)}` raises TypeError",
                "give it a rule by `jax.custom_jvp`, which serves both ways",
            )


_FORWARD = frozenset({"jax.jvp", "jax.jacfwd", "jax.hessian"})


def _owners(facts: Facts) -> Iterator[ast.expr]:
    for node in facts.module.all(ast.Attribute):
        if node.attr in ("defvjp", "def_fwd", "defvjps"):
            yield node.value


def _defined(
    facts: Facts,
) -> dict[FunctionNode, tuple[FunctionNode | None, FunctionNode | None]]:
    """The forward and the backward rule of each function, by `f.defvjp(forward, backward)`."""
    out = {}
    for call in facts.module.all(ast.Call):
        if not isinstance(call.func, ast.Attribute) or call.func.attr != "defvjp":
            continue
        of = calls(facts).callee(call.func.value)
        if of is not None and of.node is not None:
            found = [calls(facts).callee(argument(call, i, n)) for i, n in ((0, "fwd"), (1, "bwd"))]
            bodies = [f.node if f is not None and not f.wraps and not f.bound else None
                      for f in found]  # fmt: skip
            out[of.node] = (bodies[0], bodies[1])
    return out


def _apart(facts: Facts, node: ast.expr | None) -> list[object] | None:
    """The arguments that are no arrays; None where they are not known."""
    if node is None:
        return []
    found = tracing(facts).literals(node)
    return list(found) if found is not None else None


def _traced_apart(facts: Facts, function: ast.FunctionDef, apart: list[object]) -> Iterator[Misfit]:
    """A tracer that is given where `nondiff_argnums` says that there is no array."""
    names = positional(function)
    named = {names[n] for n in apart if isinstance(n, int) and -len(names) <= n < len(names)}
    for call in calls(facts).callers(function) if named else ():
        found = calls(facts).callee(call.func)
        if found is None or found.bound or found.bound_names or error_meant(facts, call):
            continue
        given = arguments(call, function)
        traced = (v for n, v in given if n in named and values(facts).kind(v) in TRACED)
        value = next(traced, None)
        if value is not None:
            yield Misfit(
                value,
                f"`{facts.module.source(value)}` is traced here, and `{function.name}` has it in "
                "`nondiff_argnums`, for what is no array: it raises UnexpectedTracerError",
                "take it out of `nondiff_argnums`, and give `None` for its cotangent",
            )
            return


def _without_rules(facts: Facts, function: ast.FunctionDef) -> Iterator[Misfit]:
    """A function that a gradient is taken of, and that has no rule."""
    for wrap in tracing(facts).wraps:
        gradient = wrap.name in ("jax.grad", "jax.value_and_grad", "jax.vjp", "jax.jacrev")
        if gradient and wrap.function is function:
            yield Misfit(
                wrap.site,
                f"`{function.name}` has no rules: `defvjp` is called nowhere, and its gradient "
                "raises AttributeError",
                f"`{function.name}.defvjp(forward, backward)`",
            )
            return


def _forward(facts: Facts, body: FunctionNode, name: str) -> Iterator[Misfit]:
    """A forward rule gives the result and what the backward rule needs."""
    for value in facts.module.results(body):
        if value is None or isinstance(value, (ast.Tuple, ast.List)):
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == 2:
                continue
            if any(isinstance(e, ast.Starred) for e in getattr(value, "elts", ())):
                continue
        elif not _is_one(facts, value, name):
            continue
        yield Misfit(
            value if value is not None else body,
            f"the forward rule of `{name}` has to give a pair, the result and what the backward "
            "rule needs: it raises TypeError",
            "return `result, residuals`",
        )


def _backward(
    facts: Facts, body: FunctionNode, name: str, count: int, apart: int
) -> Iterator[Misfit]:
    """A backward rule takes the arguments that are no arrays, the residuals and the cotangent, and
    gives a tuple with a cotangent for each argument."""
    names = positional(body)
    plain = not body.args.vararg and not body.args.defaults
    if plain and len(names) != apart + 2:
        yield Misfit(
            body,
            f"the backward rule of `{name}` is given {apart + 2} arguments"
            + (f", the {apart} of `nondiff_argnums` first" if apart else "")
            + f", and takes {len(names)}: it raises TypeError",
            "take what is in `nondiff_argnums`, then the residuals, then the cotangent",
        )
        return
    for value in facts.module.results(body):
        if isinstance(value, ast.Tuple):
            starred = any(isinstance(e, ast.Starred) for e in value.elts)
            if not starred and len(value.elts) != count:
                yield Misfit(
                    value,
                    f"`{name}` has {count} argument{'s' * (count != 1)} to differentiate by, and "
                    f"its backward rule gives {len(value.elts)}: it raises TypeError",
                    "give one for each, `None` where it is zero",
                )
        elif value is not None and _is_one(facts, value, name):
            yield Misfit(
                value,
                f"the backward rule of `{name}` has to give a tuple, with a cotangent for each "
                "argument: it raises TypeError",
                f"`({facts.module.source(value)},)`" if count == 1 else "return a tuple",
            )


def _is_one(facts: Facts, node: ast.expr, name: str) -> bool:
    """Whether an expression is certainly no tuple: arithmetic, a function of arrays, the function
    itself."""
    match node:
        case ast.BinOp(left, ast.Mult() | ast.Add(), right):
            return not any(isinstance(n, (ast.Tuple, ast.List)) for n in (left, right))
        case ast.BinOp() | ast.UnaryOp() | ast.Compare():
            return True
        case ast.Call(func):
            of = facts.names.of(func) or ""
            if isinstance(func, ast.Name) and func.id == name:
                return True
            return of.startswith(("jax.numpy.", "jax.nn.")) and "split" not in of
    return False
