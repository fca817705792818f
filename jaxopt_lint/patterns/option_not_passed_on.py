"""Fields of Linen modules that are called as an option of their layers, which none is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import DEFINITIONS, is_name, keywords, positional

_ALL = frozenset({"dtype", "param_dtype"})
_LINEAR = _ALL | {"precision", "use_bias", "kernel_init", "bias_init"}
_CONV = _LINEAR | {"input_dilation", "kernel_dilation", "feature_group_count"}
_NORM = _ALL | {"epsilon", "use_bias", "use_scale", "bias_init", "scale_init"}
# What layers can be told by keyword, and hardly by place.
_OPTIONS = {
    "Dense": _LINEAR, "DenseGeneral": _LINEAR, "Einsum": _LINEAR, "Conv": _CONV,
    "ConvLocal": _CONV, "ConvTranspose": _LINEAR | {"kernel_dilation"},
    "Embed": _ALL | {"embedding_init"}, "LayerNorm": _NORM, "GroupNorm": _NORM, "RMSNorm": _NORM,
    "BatchNorm": _NORM | {"momentum", "axis_name", "axis_index_groups"},
    "SelfAttention": _LINEAR | {"dropout_rate", "broadcast_dropout"},
    "MultiHeadDotProductAttention": _LINEAR | {"dropout_rate", "broadcast_dropout"},
}  # fmt: skip
_LINEN = "flax.linen."
# By these a class may read all its fields.
_READING = ("getattr", "vars", "__dict__", "fields", "asdict", "clone")


@dataclass(frozen=True, slots=True)
class NotPassedOn:
    """A field that does nothing.

    Attributes:
        node: the field.
        owner: the module.
        name: the field's name.
        layer: a layer of it that could be told.
        given: where the module is made with another value than the default.
    """

    node: ast.AnnAssign
    owner: ast.ClassDef
    name: str
    layer: ast.expr
    given: ast.expr


def options_not_passed_on(facts: Facts) -> Iterator[NotPassedOn]:
    """The fields of a file's modules of Linen that somebody sets and nothing reads, although layers
    of the module have an option of that name."""
    layers = _layers(facts)
    for owner, made in layers.items():
        if not _is_plain(facts, owner):
            continue
        read = _read(facts, owner)
        for field in owner.body:
            if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
                continue
            name = field.target.id
            able = [of for of, options, _ in made if name in options]
            if name in read or not able or any(name in told for _, _, told in made):
                continue
            usual = ast.dump(field.value) if field.value is not None else ""
            given = _given(facts, owner, name, usual)
            if given is not None and not error_meant(facts, field):
                yield NotPassedOn(field, owner, name, able[0], given)


# What makes a layer, the options that it has, and what it is told.
_Layer = tuple[ast.expr, frozenset[str], frozenset[str]]


def _layers(facts: Facts) -> dict[ast.ClassDef, list[_Layer]]:
    """The layers that the classes of a file make."""
    out: dict[ast.ClassDef, list[_Layer]] = {}
    for call, dotted in called(facts, _LINEN, "functools.partial"):
        of = call.args[0] if dotted == "functools.partial" and call.args else call.func
        options = _OPTIONS.get((facts.names.of(of) or "").removeprefix(_LINEN))
        owner = facts.module.owner(call)
        if options is not None and owner is not None:
            # What `**` holds may be any of them.
            told = options if any(k.arg is None for k in call.keywords) else keywords(call).keys()
            out.setdefault(owner, []).append((of, options, frozenset(told)))
    return out


def _read(facts: Facts, owner: ast.ClassDef) -> set[str]:
    """The attributes that a class reads of its objects, in functions within its methods as well."""
    methods = [s for s in owner.body if isinstance(s, DEFINITIONS)]
    objects = {name for method in methods for name in positional(method)[:1]}
    return {
        n.attr
        for n in facts.module.inside(ast.Attribute, owner)
        if isinstance(n.value, ast.Name) and n.value.id in objects
    }


def _is_plain(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether the fields of a class are read in it or nowhere: it is a module of its own, that no
    other class of the file builds on, and hands itself to nobody."""
    module = facts.module
    if [facts.names.of(b) for b in owner.bases] != ["flax.linen.Module"] or owner.keywords:
        return False
    if any(is_name(b, owner.name) for c in module.all(ast.ClassDef) for b in c.bases):
        return False
    for name in module.inside(ast.Name, owner):
        whole = module.is_self(name) and not isinstance(module.parent[name], ast.Attribute)
        if whole or name.id in _READING:
            return False
    return not any(n.attr in _READING for n in module.inside(ast.Attribute, owner))


def _given(
    facts: Facts, owner: ast.ClassDef, name: str, usual: str, depth: int = 3
) -> ast.expr | None:
    """What a class of the file is made with for a field, where it is not the default."""
    for read in facts.module.named(owner.name):
        around = facts.module.parent[read]
        if not isinstance(around, ast.Call) or class_made(facts, read) is not owner:
            continue
        by_partial = facts.names.call(around) == "functools.partial" and around.args[:1] == [read]
        if around.func is read or by_partial:
            value = keywords(around).get(name)
            if value is not None and _differs(facts, value, usual, depth):
                return value
    return None


def _differs(facts: Facts, value: ast.expr, usual: str, depth: int) -> bool:
    """Whether a value is another one than the default, as far as the file says: a field that it is
    read from may have the same default, and be set by nobody either."""
    if ast.dump(value) == usual or not depth:
        return False
    if not isinstance(value, ast.Attribute) or not facts.module.is_self(value.value):
        return True
    around = facts.module.owner(value)
    for field in around.body if around is not None else ():
        if isinstance(field, ast.AnnAssign) and is_name(field.target, value.attr):
            if around is not None and field.value is not None and ast.dump(field.value) == usual:
                return _given(facts, around, value.attr, usual, depth - 1) is not None
    return True
