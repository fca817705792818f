"""Arguments that stand in another place, or are of another number, than a function of JAX takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.avals import Aval, aval
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import argument, keywords, unpacks

# Distributions without parameters of their own: a key, a shape, a dtype, and for `uniform` bounds.
_DTYPE_THIRD = frozenset(
    f"jax.random.{name}"
    for name in ("cauchy", "exponential", "gumbel", "laplace", "logistic", "normal", "rademacher",
                 "uniform")
)  # fmt: skip
_DRAWS = _DTYPE_THIRD | {"jax.random.truncated_normal", "jax.random.bernoulli"}


@dataclass(frozen=True, slots=True)
class Misplaced:
    """An argument that stands in another place, or is one too many or too few.

    Attributes:
        node: the argument.
        message: what is wrong.
        help: what to write.
    """

    node: ast.AST
    message: str
    help: str


def misplaced(facts: Facts) -> Iterator[Misplaced]:
    """The arguments of a file that stand in another place than they should."""
    for call, name in called(facts, "jax."):
        if unpacks(call):
            continue
        found: Misplaced | None = None
        if name in _DRAWS:
            found = _drawn(facts, call, name)
        elif name == "jax.random.split":
            found = _keys(facts, call)
        elif name == "jax.vmap":
            found = _axes(facts, call)
        elif name == "jax.shard_map":
            found = _specs(facts, call)
        elif name == "jax.export.export":
            found = _exported(facts, call)
        elif name in _JOINING:
            found = _joined(facts, call)
        elif name == "jax.jit":
            found = _given_away(facts, call)
        if found is not None and not error_meant(facts, call):
            yield found


def _drawn(facts: Facts, call: ast.Call, name: str) -> Misplaced | None:
    key = call.args[0] if call.args else None
    if isinstance(key, (ast.Tuple, ast.List)):
        return Misplaced(
            key,
            f"`{facts.module.source(call.func)}` takes the key first, and this is a shape: it "
            "raises TypeError",
            "give the key, then the shape",
        )
    third = call.args[2] if len(call.args) > 2 and name in _DTYPE_THIRD else None
    number = third.operand if isinstance(third, ast.UnaryOp) else third
    if third is not None and isinstance(number, ast.Constant):
        if isinstance(number.value, (int, float)) and not isinstance(number.value, bool):
            bounds = name == "jax.random.uniform"
            return Misplaced(
                third,
                f"the third argument of `{facts.module.source(call.func)}` is the dtype: it raises "
                "TypeError",
                "give the bounds by name, `minval=` and `maxval=`"
                if bounds
                else "multiply the result instead",
            )
    return None


def _keys(facts: Facts, call: ast.Call) -> Misplaced | None:
    """Another number of names than of keys."""
    number = argument(call, 1, "num")
    match number:
        case None:
            count = 2
        case ast.Constant(int() as count):
            pass
        case _:
            return None
    stored = facts.module.stored_by(call)
    target = stored.targets[0] if stored is not None else None
    if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) == count:
        return None
    starred = any(isinstance(t, ast.Starred) for t in target.elts)
    if starred and len(target.elts) - 1 <= count:
        return None
    return Misplaced(
        call,
        f"`{facts.module.source(call.func)}` gives {count} keys here, and {len(target.elts)} names "
        "take them: it raises ValueError",
        f"ask for {len(target.elts)}",
    )


def _axes(facts: Facts, call: ast.Call) -> Misplaced | None:
    """Axes for another number of arguments than the mapped function is called with."""
    axes = argument(call, 1, "in_axes")
    for use in _called(facts, call):
        found = _without_axis(facts, use)
        if found is not None:
            return found
    if not isinstance(axes, ast.Tuple) or any(isinstance(a, ast.Starred) for a in axes.elts):
        return None
    sized = "axis_size" in keywords(call)
    if axes.elts and all(isinstance(a, ast.Constant) and a.value is None for a in axes.elts):
        # What is given by name is mapped over its first axis.
        uses = [*_called(facts, call)]
        if sized or not uses or any(unpacks(use) or use.keywords for use in uses):
            return None
        return Misplaced(
            axes,
            "nothing is mapped over: `jax.vmap` raises ValueError",
            "give an axis to one of the arguments",
        )
    for use in _called(facts, call):
        if unpacks(use) or len(use.args) == len(axes.elts):
            continue
        entries = f"{len(axes.elts)} entries"
        if use.keywords:
            return Misplaced(
                use.keywords[0],
                f"`{use.keywords[0].arg}` is given by name, and `in_axes` at {facts.at(axes)} has "
                f"{entries} for the {len(use.args)} arguments by place: it raises ValueError",
                "give it by place; by name everything is mapped over its first axis",
            )
        return Misplaced(
            axes,
            f"`in_axes` has {entries}, and the call at {facts.at(use)} gives "
            f"{len(use.args)} arguments by place: it raises ValueError",
            "give one for each argument by place",
        )
    return None


def _without_axis(facts: Facts, use: ast.Call) -> Misplaced | None:
    """A number that a mapped function is given by name, where everything is mapped over its first
    axis."""
    for keyword in use.keywords if not unpacks(use) else ():
        known = aval(facts, keyword.value)
        if isinstance(known, Aval) and known.rank == 0:
            return Misplaced(
                keyword,
                f"`{keyword.arg}` is given by name, where `jax.vmap` maps over the first axis of "
                "everything, and a number has none: it raises ValueError",
                "give it by place with `None` in `in_axes`, or bind it by `partial`",
            )
    return None


def _called(facts: Facts, made: ast.Call) -> Iterator[ast.Call]:
    """The calls of what a call makes: at once, or by the one name that it has."""
    around = facts.module.parent[made]
    if isinstance(around, ast.Call) and around.func is made:
        yield around
    stored = facts.module.stored_by(made)
    target = stored.targets[0] if stored is not None else None
    if isinstance(target, ast.Name):
        for read in facts.module.reads(facts.module.holder(target), target.id):
            use = facts.module.parent[read]
            bound = facts.names.value(read)
            if isinstance(use, ast.Call) and use.func is read and bound is made:
                yield use


def _specs(facts: Facts, call: ast.Call) -> Misplaced | None:
    """Specifications for another number of arguments than the function takes."""
    specs = keywords(call).get("in_specs")
    body = calls(facts).callee(call.args[0] if call.args else None)
    function = body.node if body is not None and not (body.bound or body.bound_names) else None
    if function is None or not isinstance(specs, ast.Tuple) or function.args.vararg:
        return None
    if function.args.defaults or function.args.kwonlyargs or facts.module.receiver(function):
        return None
    names = [*function.args.posonlyargs, *function.args.args]
    if any(isinstance(s, ast.Starred) for s in specs.elts) or len(names) == len(specs.elts):
        return None
    return Misplaced(
        specs,
        f"`in_specs` has {len(specs.elts)} entries, and the function takes {len(names)} arguments: "
        "it raises ValueError",
        "give one for each argument",
    )


def _joined(facts: Facts, call: ast.Call) -> Misplaced | None:
    """`jnp.stack(a, b)`, whose second argument is the axis."""
    second = call.args[1] if len(call.args) > 1 else None
    array = isinstance(second, ast.Name) and aval(facts, second)
    if second is None or not isinstance(array, Aval) or array.kind in ("", "int", "bool"):
        return None
    source = facts.module.source
    return Misplaced(
        second,
        f"`{source(call.func)}` takes all arrays in one list, and its second argument is "
        f"{'the axis' if _JOINING[facts.names.call(call) or ''] else 'the dtype'}: it raises",
        f"`{source(call.func)}([{', '.join(map(source, call.args))}])`",
    )


# What joins arrays, and whether an axis stands second.
_JOINING = {
    "jax.numpy.concatenate": True, "jax.numpy.stack": True,
    "jax.numpy.hstack": False, "jax.numpy.vstack": False,
}  # fmt: skip


def _given_away(facts: Facts, call: ast.Call) -> Misplaced | None:
    """A parameter that is static and donated."""
    given = keywords(call)
    for static, donated in (("argnums", "argnums"), ("argnames", "argnames")):
        one = facts.names.behind(given.get(f"static_{static}"))
        other = facts.names.behind(given.get(f"donate_{donated}"))
        both = _constants(one) & _constants(other)
        if both:
            return Misplaced(
                given[f"donate_{donated}"],
                f"`{min(both, key=str)}` is static and donated as well: `jax.jit` raises "
                "ValueError",
                "donate arrays alone",
            )
    return None


def _constants(node: ast.expr | None) -> set[object]:
    items = node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]
    return {i.value for i in items if isinstance(i, ast.Constant)}


def _exported(facts: Facts, call: ast.Call) -> Misplaced | None:
    """What `jax.export.export` is given, which has to be compiled."""
    given = call.args[0] if call.args else None
    found = calls(facts).callee(given)
    plain = found is not None and found.node is not None and not found.wraps
    if given is None or not plain or found is None or getattr(found.node, "decorator_list", []):
        return None
    return Misplaced(
        given,
        f"`{facts.module.source(call.func)}` takes what `jax.jit` makes: a plain function raises "
        "ValueError",
        f"`jax.jit({facts.module.source(given)})`",
    )
