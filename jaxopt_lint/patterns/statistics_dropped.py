"""Running statistics that a training step computes, and nobody keeps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing

_COLLECTION = "batch_stats"  # where `flax.linen.BatchNorm` keeps its statistics


@dataclass(frozen=True, slots=True)
class Dropped:
    """A pass whose new statistics nobody takes.

    Attributes:
        node: the call of `apply`.
        why: why it is a training step.
    """

    node: ast.Call
    why: str


def dropped_statistics(facts: Facts) -> Iterator[Dropped]:
    """The training passes of a file whose new statistics nobody takes, where the file takes none
    anywhere."""
    passes = [call for call in facts.module.all(ast.Call) if renews(call)]
    if not passes:
        return
    if not all(is_dropped(facts, call) for call in passes):
        facts.doubt(passes[0], "the file keeps the statistics of one of its passes")
        return
    for call in passes:
        why = tracing(facts).differentiated(facts.module.function(call))
        if why is None:
            facts.doubt(call, "no gradient is seen to be taken through it")
        else:
            yield Dropped(call, why)


def renews(call: ast.Call) -> bool:
    """Whether a call asks a module of flax for new statistics: `apply(..., mutable=[...])`."""
    given = {k.arg: k.value for k in call.keywords}
    mutable = given.get("mutable")
    named = mutable.elts if isinstance(mutable, (ast.List, ast.Tuple)) else [mutable]
    if not any(isinstance(n, ast.Constant) and n.value == _COLLECTION for n in named):
        return False
    return not any(isinstance(v, ast.Constant) and v.value is False for v in given.values())


def is_dropped(facts: Facts, call: ast.Call) -> bool:
    """Whether nobody reads the second of the two results of a call."""
    match facts.module.parent[call]:
        case ast.Subscript(slice=ast.Constant(0)):
            return True
        case ast.Assign([ast.Tuple([_, ast.Name() as second])]):
            holder = facts.module.holder(second)
            return not facts.module.reads(holder, second.id)
    return False
