"""Which states are large by what they are made of, though no size is written down.

A network with a table of embeddings or with attention holds millions of numbers wherever it is of
use; a small one is a toy. Its optimizer holds as many once or twice more.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import DEFINITIONS, FunctionNode, arguments, is_name, positional

_TABLE, _ATTENTION = "a table of embeddings", "attention"
_LARGE = {
    **dict.fromkeys(
        ("flax.linen.Embed", "flax.nnx.Embed", "equinox.nn.Embedding", "haiku.Embed"),
        _TABLE,
    ),
    **dict.fromkeys(
        ("flax.linen.MultiHeadAttention", "flax.linen.MultiHeadDotProductAttention",
         "flax.linen.SelfAttention", "flax.linen.dot_product_attention",
         "flax.nnx.MultiHeadAttention", "flax.nnx.dot_product_attention",
         "equinox.nn.MultiheadAttention", "haiku.MultiHeadAttention",
         "jax.nn.dot_product_attention"),
        _ATTENTION,
    ),
}  # fmt: skip
_OPTIMIZERS = ("flax.nnx.Optimizer", "flax.nnx.ModelAndOptimizer")
_SOFTMAX = frozenset({"jax.nn.softmax", "flax.linen.softmax", "flax.nnx.softmax"})
_PRODUCTS = frozenset({"jax.numpy.einsum", "jax.numpy.matmul", "jax.numpy.dot"})
_SIDES = ("num_embeddings", "features", "embedding_size", "vocab_size", "embed_dim")
_MANY = 32_000_000  # numbers of which an optimizer makes hundreds of megabytes
_SMALL = 50_000  # numbers in a table of embeddings that tells nothing
_MOST = 60  # functions and classes that are looked into


def large_state(
    facts: Facts,
    function: FunctionNode,
    sites: Iterable[ast.Call],
    renewed: Iterable[str],
    *,
    inside: bool = True,
    home: Facts | None = None,
) -> tuple[str, str]:
    """Why what a step renews is large, and how large it is known to be; "" where nothing says so.

    Args:
        sites: calls of the step; what they give tells what its parameters are.
        renewed: the parameters that it gives back in a new version, or writes in place.
        inside: it is seen to train what it runs, so that what that is made of counts, too; if it
            is not, only what an optimizer holds does.
        home: the facts of the file of the step, where that is not the file of the calls.
    """
    pending: list[tuple[Facts, ast.AST]] = [(home or facts, function)] if inside else []
    wanted = set(renewed)
    for site in sites:
        callee = calls(facts).callee(site.func)
        owned = (home or facts).module.class_of(function) is not None
        bound = callee.bound if callee is not None else int(owned)
        given = arguments(site, function, bound)
        if bound and isinstance(site.func, ast.Attribute):  # `state.update(batch)`
            given = [*given, (positional(function)[0], site.func.value)]
        for parameter, value in given:
            if parameter in wanted:
                making = list(_making(facts, value, 2))
                if inside or any(facts.names.of(made.func) in _OPTIMIZERS for made in making):
                    pending += [(facts, made) for made in making]
    why = _large(facts, pending)
    return why, _large(facts, pending, _MANY) if why else ""


def large_model(facts: Facts, model: ast.expr) -> str:
    """Why a network is large, by what it is made of; "" where nothing says so."""
    return _large(facts, [(facts, made) for made in _making(facts, model, 1)])


def _large(facts: Facts, pending: list[tuple[Facts, ast.AST]], least: int = 0) -> str:
    """Why what some code makes or runs is large.

    Args:
        least: so many numbers must be known to be in one of its tables.
    """
    pending = [*pending]
    pending = [*pending]
    near = {facts.module.name, *facts.project.near(facts.module.name)}
    seen: set[ast.AST] = set()
    while pending and len(seen) < _MOST:
        home, node = pending.pop(0)
        if node in seen or home.module.name not in near:
            continue
        seen.add(node)
        for call in home.module.inside(ast.Call, node):
            what = _LARGE.get(home.names.of(call.func) or "")
            if what == _TABLE and _few(call):
                continue
            if least:
                numbers = _numbers(home, call) if what == _TABLE else 0
                if numbers >= least:
                    return f"its {_TABLE[2:]} holds {numbers:,} numbers, at {home.at(call)}"
                pending += _behind(home, call.func)
                continue
            if what or _attends(home, call):
                return f"it holds {what or _ATTENTION}, at {home.at(call)}"
            pending += _behind(home, call.func)
    return ""


def _few(table: ast.Call) -> bool:
    """Whether a table of embeddings is known to be a small one."""
    sizes = [v for v in (*table.args, *(k.value for k in table.keywords)) if _whole(v)]
    return len(sizes) > 1 and math.prod(s.value for s in sizes) < _SMALL  # type: ignore[attr-defined]


def _numbers(facts: Facts, table: ast.Call) -> int:
    """How many numbers are in a table of embeddings; 0 where that is not known."""
    named = [k.value for k in table.keywords if k.arg in _SIDES]
    sides = [static_int(facts, side) for side in (*table.args[:2], *named)]
    return math.prod(side or 0 for side in sides) if len(sides) == 2 else 0


def _whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _attends(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is the softmax of attention that is written out: sums of a class of layers
    are weighted by it, `nn.softmax(q @ k.T) @ v`."""
    module = facts.module
    around = module.function(call)
    if facts.names.of(call.func) not in _SOFTMAX or around is None:
        return False
    if module.class_of(around) is None:
        return False
    statement = module.statement(call)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    for product in _products(facts, around):
        for part in ast.walk(product):
            if part is call or (isinstance(target, ast.Name) and is_name(part, target.id)
                                and product.lineno > statement.lineno):  # fmt: skip
                return True
    return False


def _products(facts: Facts, function: FunctionNode) -> Iterator[ast.expr]:
    """The products of matrices in a function."""
    for node in facts.module.inside(ast.BinOp, function):
        if isinstance(node.op, ast.MatMult):
            yield node
    for made in facts.module.inside(ast.Call, function):
        if facts.names.of(made.func) in _PRODUCTS:
            yield made


def _making(
    facts: Facts, value: ast.expr, depth: int, seen: set[tuple[ast.AST, int]] | None = None
) -> Iterator[ast.Call]:
    """The calls that make a value, or what these are given: `Optimizer(model, tx)`, and the model
    of `model.init(key, x)["params"]`.

    Args:
        seen: the bindings that were followed, and how deep: `x = x[0]` leads to itself.
    """
    seen = set() if seen is None else seen
    while isinstance(value, (ast.Attribute, ast.Subscript)):
        value = value.value
    if isinstance(value, ast.Call):
        yield value
        given = [*value.args, *(keyword.value for keyword in value.keywords)] if depth else []
        if depth and isinstance(value.func, ast.Attribute):
            given.append(value.func.value)
        for part in given:
            yield from _making(facts, part, depth - 1, seen)
    elif isinstance(value, ast.Name):
        for binding in facts.names.binding(value):
            if (binding.node, depth) in seen:
                continue
            seen.add((binding.node, depth))
            if binding.kind == "assign" and not isinstance(binding.value, (ast.Name, type(None))):
                yield from _making(facts, binding.value, depth, seen)
            elif binding.kind == "target":  # `state, mesh = make()`
                store = facts.module.statement(binding.node)
                if isinstance(store, ast.Assign) and isinstance(store.value, ast.Call):
                    yield from _making(facts, store.value, depth, seen)
            elif binding.kind == "param" and depth:
                for part in _given_by_callers(facts, value):
                    yield from _making(facts, part, depth - 1, seen)


def _given_by_callers(facts: Facts, parameter: ast.Name) -> Iterator[ast.expr]:
    """What the callers of the function around give for one of its parameters."""
    around = facts.module.function(parameter)
    for call in calls(facts).callers(around) if around is not None else ():
        callee = calls(facts).callee(call.func)
        taken = arguments(call, around, callee.bound if callee is not None else 0)
        yield from (part for name, part in taken if name == parameter.id)


def _behind(facts: Facts, called: ast.expr) -> Iterator[tuple[Facts, ast.AST]]:
    """The function or class that is called, in this file or another one of the project; of a
    table of them, `MODELS[name](...)`, all that stand there."""
    if isinstance(called, ast.Subscript):
        for home, table in _tables(facts, called.value):
            for value in table.values:
                yield from _behind(home, value)
        return
    callee = calls(facts).callee(called)
    if callee is not None and callee.node is not None:
        yield facts, callee.node
        return
    module, name = facts.project.home(facts.names.of(called) or "")
    there = elsewhere(facts, module) if module else None
    homes = [] if there is None else [(there, b) for b in there.module.top.bindings.get(name, [])]
    if isinstance(called, ast.Name):
        homes += [(facts, binding) for binding in facts.names.binding(called)]
    for home, binding in homes:
        if isinstance(binding.node, (*DEFINITIONS, ast.ClassDef)):
            yield home, binding.node


def _tables(facts: Facts, node: ast.expr) -> Iterator[tuple[Facts, ast.Dict]]:
    """The dictionary that a name stands for, in this file or another one of the project."""
    value = facts.names.value(node)
    if isinstance(value, ast.Dict):
        yield facts, value
        return
    module, name = facts.project.home(facts.names.of(node) or "")
    there = elsewhere(facts, module) if module else None
    bindings = there.module.top.bindings.get(name, []) if there is not None else []
    if there is not None and len(bindings) == 1 and isinstance(bindings[0].value, ast.Dict):
        yield there, bindings[0].value
