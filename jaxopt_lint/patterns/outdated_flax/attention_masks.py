"""Masks in the third place of attention of Linen, which takes values there since Flax 0.7.5."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_7_5, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import unpacks

_LAYERS = ("flax.linen.MultiHeadDotProductAttention", "flax.linen.MultiHeadAttention")
_MASKS = frozenset(
    {"flax.linen.make_causal_mask", "flax.linen.make_attention_mask", "flax.linen.combine_masks",
     "flax.linen.attention.make_causal_mask", "flax.linen.attention.make_attention_mask",
     "flax.linen.attention.combine_masks", "jax.numpy.tril", "jax.numpy.logical_and",
     "jax.numpy.logical_or"}
)  # fmt: skip
_PLACES = 3  # that are taken by position


def masks_by_position(facts: Facts) -> Iterator[Outdated]:
    """The calls of attention in a file that give a mask as the third argument."""
    if not facts.module.mentions("MultiHead"):
        return
    for call in facts.module.all(ast.Call):
        if len(call.args) < _PLACES or unpacks(call) or not _is_attention(facts, call.func):
            continue
        if not fails(facts, call, DAY_OF_7_5):
            continue
        third = facts.module.source(call.args[2])
        if len(call.args) > _PLACES:
            yield Outdated(
                call,
                "attention of Linen takes queries, keys and values by position since Flax 0.7.5, "
                "and nothing else: the call raises TypeError",
                "give the mask by name: `mask=...`",
            )
        elif _is_mask(facts, call.args[2]):
            yield Outdated(
                call.args[2],
                "the third argument of attention of Linen is the values since Flax 0.7.5: it "
                f"attends to the mask `{third}`, or fails on its shape",
                f"give it by name: `mask={third}`",
            )


def _is_attention(facts: Facts, func: ast.expr) -> bool:
    """Whether what is called is a layer of attention, by itself, a name or an attribute for it."""
    made = [facts.names.behind(func)]
    if isinstance(func, ast.Attribute) and facts.module.is_self(func.value):
        made = [*calls(facts).stored_in(func)]
    return bool(made) and all(facts.names.call(one) in _LAYERS for one in made)


def _is_mask(facts: Facts, node: ast.expr) -> bool:
    """Whether a value is made as a mask wherever it is made at all."""
    if not isinstance(node, ast.Name):
        return facts.names.call(node) in _MASKS
    values = [b.value for b in facts.names.binding(node) if b.kind == "assign"]
    if not values or len(values) != len(facts.names.binding(node)):
        return False
    made = [v for v in values if not (isinstance(v, ast.Constant) and v.value is None)]
    return bool(made) and all(v is not None and facts.names.call(v) in _MASKS for v in made)
