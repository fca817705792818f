"""Running averages, of batch normalization and of parameters, that keep little of the past."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import annotated_fields, argument, defaults, keywords

# The parameter that says how much is kept, and its place.
_LAYERS: dict[str, tuple[str, int | None]] = {
    "flax.linen.BatchNorm": ("momentum", 2),
    "flax.nnx.BatchNorm": ("momentum", None),
    "equinox.nn.BatchNorm": ("momentum", None),
    "haiku.BatchNorm": ("decay_rate", 2),
}
_LITTLE = 0.3  # of which a float32 holds nothing any more after fifteen steps
_HAVE = ("mean_init", "var_init")


@dataclass(frozen=True, slots=True)
class LittleKept:
    """A layer, or an update of a target network, whose averages forget at once.

    Attributes:
        node: what says how much is kept.
        keyword: the name of the parameter.
        share: how much of the old average is kept.
        field: the field of the module, or the parameter, that says so by default; "" where the
            layer is told so.
        restored: the file makes layers with statistics that it has already.
        layer: it is of batch normalization.
    """

    node: ast.expr
    keyword: str
    share: float
    field: str
    restored: bool
    layer: bool = True


@dataclass(frozen=True, slots=True)
class _Made:
    """One making of a layer: which, and what it is given."""

    call: ast.Call
    layer: str
    args: Sequence[ast.expr]
    given: Mapping[str, ast.expr]


def little_kept(facts: Facts) -> Iterator[LittleKept]:
    """The first layer of a file that keeps little of its statistics."""
    made = list(_made(facts))
    restored = any(name in one.given for one in made for name in _HAVE)
    for one in made:
        keyword, place = _LAYERS[one.layer]
        value = one.given.get(keyword)
        if value is None and place is not None and len(one.args) > place:
            value = one.args[place]
        if value is None or _settled(facts, one):
            continue
        share, field = _number(facts, value)
        if share is None or not 0 < share <= _LITTLE:
            continue
        if not in_test(facts, value) and not error_meant(facts, value):
            yield LittleKept(value, keyword, share, field, restored)
            return


def nearly_replaced(facts: Facts) -> Iterator[LittleKept]:
    """The updates of averaged parameters that take over nearly all of the new ones; what takes
    over all of them is a copy, which is meant."""
    for call, _ in called(facts, "optax.incremental_update"):
        value = argument(call, 2, "step_size")
        share, field = _number(facts, value) if value is not None else (None, "")
        if value is None or share is None or not 0 < 1 - share <= _LITTLE:
            continue
        if not in_test(facts, value) and not error_meant(facts, value):
            yield LittleKept(value, "step_size", 1 - share, field, False, layer=False)


def _made(facts: Facts) -> Iterator[_Made]:
    for call, name in called(facts, *_LAYERS, "functools.partial"):
        args: Sequence[ast.expr] = call.args
        if name == "functools.partial":
            name, args = (facts.names.of(args[0]) if args else None) or "", args[1:]
        if name in _LAYERS:
            yield _Made(call, name, args, keywords(call))


def _settled(facts: Facts, made: _Made) -> bool:
    """Whether a layer is told once and for all which statistics it takes."""
    said = made.given.get("use_running_average")
    if said is None and made.layer == "flax.linen.BatchNorm" and made.args:
        said = made.args[0]
    call = facts.module.parent[made.call]
    if isinstance(call, ast.Call) and call.func is made.call:
        said = keywords(call).get("use_running_average", said)
    return isinstance(said, ast.Constant) and said.value is not None


def _number(facts: Facts, node: ast.expr) -> tuple[float | None, str]:
    """A number, and the field of the class, or the parameter, by whose default it is that."""
    if isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        owner = facts.module.owner(node)
        field = annotated_fields(owner).get(node.attr) if owner is not None else None
        if field is None or not isinstance(field.value, ast.Constant):
            return None, ""
        return _number(facts, field.value)[0], node.attr
    binding = facts.names.only_binding(node) if isinstance(node, ast.Name) else None
    if binding is not None and binding.kind == "param":
        home = facts.module.function(binding.node)
        said = defaults(home).get(binding.name) if home is not None else None
        share = _number(facts, said)[0] if isinstance(said, ast.Constant) else None
        return share, binding.name
    value = facts.names.behind(node)
    number = value.value if isinstance(value, ast.Constant) else None
    return (number, "") if isinstance(number, float) else (None, "")
