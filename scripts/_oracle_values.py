"""What `values` claims of parameters and results: on the host, on a device, abstract."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from _oracle_claim import Claim
from _oracle_seen import Key, Seen

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.kinds import TRACED, Kind
from jaxopt_lint.semantics.jax.values import values
from jaxopt_lint.semantics.python.signatures import parameters

_ON_HOST = (Kind.STATIC, Kind.HOST)


def given(facts: Facts, path: str) -> Iterator[Claim]:
    """What the parameters of functions are, where they are read first."""
    for function in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        scope = facts.module.scopes.get(function)
        for name in parameters(function):
            if scope is None or any(b.kind != "param" for b in scope.bindings.get(name, ())):
                continue
            reads = [
                node for node in facts.module.held(scope, name)
                if isinstance(node.ctx, ast.Load) and facts.module.function(node) is function
            ]  # fmt: skip
            if not reads:
                continue
            kind = values(facts).kind(min(reads, key=lambda node: (node.lineno, node.col_offset)))
            about = ("value", path, function.lineno, name)
            yield from _kind(about, kind, f"`{name}` of `{function.name}`", "values (parameters)")


def returned(facts: Facts, path: str) -> Iterator[Claim]:
    """What functions return, where all their ends agree."""
    for function in facts.module.all(ast.FunctionDef):
        returned = facts.module.returns(function)
        if any(
            isinstance(node, (ast.Yield, ast.YieldFrom)) and facts.module.function(node) is function
            for node in ast.walk(function)
        ):
            continue
        kinds = {values(facts).kind(r.value) for r in returned if r.value is not None}
        if len(kinds) == 1 and all(r.value is not None for r in returned):
            about = ("value", path, function.lineno, "")
            what = f"the result of `{function.name}`"
            yield from _kind(about, kinds.pop(), what, "values (results)")


def _kind(about: Key, kind: Kind, what: str, fact: str) -> Iterator[Claim]:
    if kind in (Kind.UNKNOWN, Kind.CALLABLE):
        return

    def holds(seen: Seen) -> bool | None:
        types = seen.types(about, traced=True)
        if kind not in TRACED:
            types = types | seen.types(about, traced=False)
        answers = {fits(kind, text) for text in types}
        return False if False in answers else True if True in answers else None

    never = kind in _ON_HOST
    says = f"{what} is {'no array of JAX: ' if never else ''}{kind.value}"
    yield Claim(fact, "never" if never else "must", about, says, holds)


_PLAIN = re.compile(r"(bool|int|float|complex|str|bytes|NoneType|slice|range|function|type)\b")


_KEYS = re.compile(r"jax[\w.]*\.PRNGKeyArray")


def fits(kind: Kind, text: str) -> bool | None:
    """Whether a value that was seen, as `Value.types` writes it, is of a kind; None if unclear.

    >>> fits(Kind.TRACER, "tracer float32[3]"), fits(Kind.STATIC, "tracer float32[3]")
    (True, False)
    >>> fits(Kind.TREE, "dict(a: tracer float32[])"), fits(Kind.DEVICE, "list(jax float32[])")
    (True, False)
    >>> fits(Kind.TREE, "models.State")
    >>> fits(Kind.DEVICE, "jax._src.prng.PRNGKeyArray")
    True
    """
    text = _KEYS.sub("jax key", text)
    tracer, jax = "tracer " in text, "jax " in text
    if kind in _ON_HOST:
        return not (tracer or jax)
    if kind is Kind.TRACER:
        return text.startswith("tracer ")
    if kind is Kind.DEVICE:
        return text.startswith(("jax ", "tracer "))
    if tracer or (jax and kind is Kind.DEVICE_TREE):
        return True
    if jax or text.startswith("numpy ") or _PLAIN.match(text):
        return kind is Kind.TREE and text == "NoneType"
    return None  # a container without arrays, or an object that may hold some
