"""Functions for the control flow of JAX that take or give something else than it asks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, argument, defaults, positional, unpacks

# Which arguments are functions, by place and name, and how many arguments each is given.
_FUNCTIONS: dict[str, tuple[tuple[int, str, int], ...]] = {
    "jax.lax.scan": ((0, "f", 2),),
    "jax.lax.fori_loop": ((2, "body_fun", 2),),
    "jax.lax.while_loop": ((0, "cond_fun", 1), (1, "body_fun", 1)),
    "jax.lax.map": ((0, "f", 1),),
    "jax.lax.associative_scan": ((0, "fn", 2),),
}
_MADE = ("jax.numpy.", "jax.nn.", "jax.lax.", "jax.random.")


@dataclass(frozen=True, slots=True)
class Unfit:
    """A function that does not fit.

    Attributes:
        node: where it does not.
        message: what is wrong.
        help: what to write.
        because: where the control flow is.
    """

    node: ast.AST
    message: str
    help: str
    because: str


def unfit_bodies(facts: Facts) -> Iterator[Unfit]:
    """The functions of a file that do not fit the control flow that they are given to."""
    for call, name in called(facts, "jax.lax."):
        if unpacks(call) or error_meant(facts, call):
            continue
        if name in _FUNCTIONS:
            for place, word, count in _FUNCTIONS[name]:
                given = argument(call, place, word)
                body = _body(facts, given)
                if given is not None and body is not None:
                    yield from _taken(facts, call, name, body, count)
        if name == "jax.lax.scan":
            yield from _scan(facts, call)
        elif name == "jax.lax.fori_loop":
            begun = argument(call, 3, "init_val")
            yield from _given_back(facts, call, argument(call, 2, "body_fun"), begun)
        elif name == "jax.lax.while_loop":
            begun = argument(call, 2, "init_val")
            yield from _given_back(facts, call, argument(call, 1, "body_fun"), begun)
        elif name in ("jax.lax.cond", "jax.lax.switch"):
            yield from _branches(facts, call, name)


def _body(facts: Facts, node: ast.expr | None) -> FunctionNode | None:
    """The function of the file that an argument is, as it is written."""
    found = calls(facts).callee(node)
    plain = found is not None and not (found.bound or found.bound_names or found.wraps)
    body = found.node if found is not None and plain else None
    return body if not getattr(body, "decorator_list", []) else None


def _taken(
    facts: Facts, call: ast.Call, name: str, body: FunctionNode, count: int
) -> Iterator[Unfit]:
    names = positional(body)
    required = len(names) - sum(1 for n in names if n in defaults(body))
    fits = required <= count and (len(names) >= count or body.args.vararg is not None)
    if not fits and not (facts.module.receiver(body)):
        what = f"`{body.name}`" if isinstance(body, ast.FunctionDef) else "the function"
        how = {
            "jax.lax.fori_loop": "the number of the turn and the state",
            "jax.lax.scan": "the state and a row",
            "jax.lax.while_loop": "the state, in one",
        }.get(name, f"{count} arguments")
        yield Unfit(
            body,
            f"`{facts.module.source(call.func)}` calls {what} with {how}, and it takes "
            f"{len(names)}: it raises TypeError",
            f"let it take {how}",
            f"it is called at {facts.at(call)}",
        )


def _scan(facts: Facts, call: ast.Call) -> Iterator[Unfit]:
    rows = argument(call, 2, "xs")
    length = argument(call, 3, "length")
    nothing = rows is None or (isinstance(rows, ast.Constant) and rows.value is None)
    if nothing and length is None:
        yield Unfit(
            call,
            "a scan over nothing has to be told its `length`: it raises ValueError",
            "`length=...`",
            "",
        )
    body = _body(facts, argument(call, 0, "f"))
    for value in facts.module.results(body) if body is not None else ():
        if value is None or _is_one(facts, value):
            yield Unfit(
                value if value is not None else call,
                "the function of a scan has to give a pair, the new state and a row of the result: "
                "it raises TypeError",
                "`return state, None` where there is no row",
                f"it is scanned at {facts.at(call)}",
            )
            return


def _given_back(
    facts: Facts, call: ast.Call, given: ast.expr | None, begun: ast.expr | None
) -> Iterator[Unfit]:
    """A body that gives nothing back, where the state is something: kernels write into references,
    and have none."""
    match facts.names.behind(begun):
        case ast.Constant(None) | ast.Tuple([]) | ast.List([]):
            return
    body = _body(facts, given)
    if isinstance(body, ast.FunctionDef) and not facts.module.returns(body):
        if not any(isinstance(n, (ast.Raise, ast.Yield)) for n in ast.walk(body)):
            yield Unfit(
                body,
                f"`{body.name}` returns nothing, and has to return the new state: "
                f"`{facts.module.source(call.func)}` raises TypeError",
                "return the state",
                f"it is called at {facts.at(call)}",
            )


def _branches(facts: Facts, call: ast.Call, name: str) -> Iterator[Unfit]:
    """Branches that are computed before there is a choice."""
    if name == "jax.lax.switch":
        branches = argument(call, 1, "branches")
        given = branches.elts if isinstance(branches, (ast.List, ast.Tuple)) else []
        if branches is not None and not given and calls(facts).callee(branches) is not None:
            dotted = facts.names.of(branches) or ""
            if _body(facts, branches) is not None or dotted.startswith(_MADE):
                yield Unfit(
                    branches,
                    "the branches of `jax.lax.switch` stand in a list: one function alone raises "
                    "TypeError",
                    "`[first, second]`, and the arguments behind it",
                    "",
                )
    else:
        found = (argument(call, 1, "true_fun"), argument(call, 2, "false_fun"))
        given = [g for g in found if g is not None]
        if len(call.args) > 4:
            return  # an operand for each branch, as it was called once
    for branch in given:
        if _is_one(facts, branch):
            yield Unfit(
                branch,
                f"`{facts.module.source(call.func)}` takes functions, and "
                "this is the value of one, computed whatever is chosen: it raises TypeError",
                "give it the function, and its arguments behind the branches",
                "",
            )
            return
    yield from _different(facts, call, given)


def _different(facts: Facts, call: ast.Call, given: list[ast.expr]) -> Iterator[Unfit]:
    """Branches that give tuples, or dictionaries, of other forms."""
    bodies = [_body(facts, branch) for branch in given]
    forms = []
    for body in bodies:
        results = facts.module.results(body) if body is not None else []
        if len(results) != 1 or results[0] is None:
            return
        forms.append((results[0], _form(results[0])))
    known = [(node, form) for node, form in forms if form is not None]
    if len(known) < 2:
        return
    first = known[0]
    for node, form in known[1:]:
        if form != first[1]:
            yield Unfit(
                node,
                "the branches give results of another structure each: it raises TypeError",
                "let all branches give the same, leaf by leaf",
                f"the other one is at {facts.at(first[0])}",
            )
            return


def _form(node: ast.expr) -> object:
    """The outermost structure of a result, where it stands there."""
    match node:
        case ast.Tuple(elts) if not any(isinstance(e, ast.Starred) for e in elts):
            return "tuple", len(elts)
        case ast.Dict(keys) if all(isinstance(k, ast.Constant) for k in keys):
            return "dict", frozenset(k.value for k in keys if isinstance(k, ast.Constant))
    return None


def _is_one(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is certainly one array: arithmetic, or what a function of JAX gives;
    or the call of a function of the file, which gives no function."""
    match node:
        case ast.BinOp(left, _, right):
            return not any(isinstance(n, (ast.Tuple, ast.List)) for n in (left, right))
        case ast.UnaryOp() | ast.Compare():
            return True
        case ast.Call(func):
            if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Subscript):
                return isinstance(func.value.value, ast.Attribute) and func.value.value.attr == "at"
            of = facts.names.of(func) or ""
            if of.startswith(("jax.numpy.", "jax.nn.")):
                return "split" not in of and not of.endswith(("vectorize", "meshgrid"))
            body = calls(facts).callee(func)
            inner = body.node if body is not None and not body.wraps and not body.bound else None
            if inner is None or getattr(inner, "decorator_list", []):
                return False
            results = facts.module.results(inner)
            return bool(results) and all(
                r is not None and isinstance(r, (ast.BinOp, ast.UnaryOp)) for r in results
            )
    return False
