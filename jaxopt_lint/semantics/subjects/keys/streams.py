"""Streams of random keys, which Flax keeps in an `nnx.Rngs`: what is drawn from one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.api.random import SAMPLERS
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import keywords
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse

STREAMS = "flax.nnx.Rngs"
_DRAWS = frozenset(name.rpartition(".")[2] for name in SAMPLERS)
_DROPOUT = "flax.nnx.Dropout"


def keys_of(facts: Facts, made: ast.expr) -> Iterator[ast.Call]:
    """The calls that take the next key of a stream, of the function that makes them:
    `rngs.noise()`, `rngs()`."""
    for call, method in _called(facts, made):
        if method not in _DRAWS:
            yield call


def draws_of(facts: Facts, made: ast.expr) -> Iterator[KeyUse]:
    """What draws from streams with no key in sight: `rngs.normal(shape)`, `self.drop(x, rngs=rngs)`
    of a dropout."""
    for call, method in _called(facts, made):
        if method in _DRAWS:
            yield KeyUse(call, made, "sample", ast.unparse(call.func), sampler=method)
    for read in _reads(facts, made):
        taker = facts.module.taker(read)
        if not isinstance(taker, ast.Call) or keywords(taker).get("rngs") is not read:
            continue
        layer = taker.func
        if isinstance(layer, ast.Attribute):
            stores = calls(facts).stored_in(layer)
            layer = stores[0] if len(stores) == 1 else layer
        if facts.names.call(layer) == _DROPOUT:
            yield KeyUse(taker, made, "sample", ast.unparse(taker.func))


def _called(facts: Facts, made: ast.expr) -> Iterator[tuple[ast.Call, str]]:
    """The calls of an `Rngs` or of its attributes, with the attribute."""
    for read in _reads(facts, made):
        func, method = read, ""
        around = facts.module.parent[read]
        if isinstance(around, ast.Attribute):
            func, method = around, around.attr
        outer = facts.module.parent[func]
        if isinstance(outer, ast.Call) and outer.func is func:
            yield outer, method


def _reads(facts: Facts, made: ast.expr) -> list[ast.expr]:
    """Where the function that makes an `Rngs` reads it: by its name, or where it is made."""
    module = facts.module
    stored = module.stored_by(made)
    if stored is None:
        return [made]
    target = stored.targets[0]
    if len(stored.targets) != 1 or not isinstance(target, ast.Name):
        return []
    if facts.names.value(target) is not made:
        return []
    reads = module.reads(module.scope[target].holder(target.id), target.id)
    return [read for read in reads if module.function(read) is module.function(made)]
