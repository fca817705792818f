"""Which two uses of one random key clash, and what they have in common."""

from __future__ import annotations

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.subjects.keys.sizes import other_bits
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse
from jaxopt_lint.semantics.subjects.keys.ways import apart, faint, other_keys


def clash(facts: Facts, earlier: KeyUse, later: KeyUse) -> str | None:
    """What is wrong with using a key in these two ways, as the end of a sentence; None where
    nothing is."""
    kinds = {earlier.kind, later.kind}
    if "init" in kinds:
        # A module folds names of its own into the key: two of them made alike may be meant.
        if kinds <= {"init", "sample", "split", "call"} and earlier.call is not later.call:
            twins = kinds == {"init"} and earlier.what == later.what
            return None if twins else "first weights are drawn from the same key"
        return None
    if "handed" in kinds:
        # Nobody needs a key but to draw from it or to split it.
        if kinds - {"handed", "sample", "split", "call"}:
            return None
        alike = kinds == {"handed"} and earlier.what == later.what
        return None if alike else "both get the same random bits"
    if "fold" in kinds:
        return _same_child(earlier, later)
    if "apply" in kinds and earlier.call is not later.call:
        return None  # a module folds in names: the same masks are often wanted twice
    if kinds == {"call"} and earlier.call is not later.call and _of_one(facts, earlier, later):
        # One function, one key, other data: features in common, a paired comparison; or a loss and
        # its gradient, which are about one draw.
        return None
    if kinds == {"layer"}:
        return "both draw their first weights from the same random bits"
    if earlier.kind == later.kind == "split":
        if earlier.part is not None and later.part is not None and earlier.part != later.part:
            return None
    if earlier.call is not later.call and other_keys(facts, earlier.ways, later.ways):
        return None
    if unlike(facts, earlier, later):
        return (
            f"JAX does not promise that {_NAMED.get(frozenset(kinds), 'the two')} are independent"
        )
    if kinds == {"split"}:
        return "both splits give the same keys"
    inner = [use for use in (earlier, later) if use.kind == "sample" and _splits(use)]
    if kinds == {"sample"}:
        if not (earlier.ways and later.ways):
            return "both draw from the same key"  # what a library makes of its bits is not known
        if inner and earlier.sampler != later.sampler:
            return "both split it into the same keys, and draw from these"
        return "both draw from the same random bits"
    if kinds == {"sample", "split"}:
        if inner:
            return f"`{inner[0].what}` splits it into the same keys, and draws from these"
        return "the draw and the new keys are made of the same random bits"
    return "the two are not independent"


def _of_one(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether two calls run one function, or what is made of one."""
    if earlier.what == later.what:
        return True
    function = calls(facts).function(earlier.call)
    return function is not None and function is calls(facts).function(later.call)


_NAMED = {
    frozenset({"sample"}): "two draws from one key",
    frozenset({"split"}): "splits into two numbers of keys",
    frozenset({"sample", "split"}): "the draw and the new keys",
}


def _splits(use: KeyUse) -> bool:
    return any(way.made == "inner" for way in use.ways)


def unlike(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether two uses of one key have nothing in common that can be measured: JAX promises nothing
    of them all the same."""
    ways = apart(facts, earlier.ways, later.ways)
    return ways or other_bits(facts, earlier.call, later.call)


def told_of_both(earlier: KeyUse, later: KeyUse) -> bool:
    """Whether it may be said that two draws from one key have bits in common: one of a library
    takes most likely those of the key itself, and no keys that are split off within."""
    return bool(earlier.ways and later.ways) or not (_splits(earlier) or _splits(later))


def faintly(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether one use draws from the key, the other makes keys of it, and that is all."""
    return faint(facts, earlier.ways, later.ways)


def _same_child(earlier: KeyUse, later: KeyUse) -> str | None:
    split, fold = (earlier, later) if earlier.kind == "split" else (later, earlier)
    if split.kind != "split" or fold.kind != "fold":
        return None
    if isinstance(fold.number, int):
        if split.count is None and fold.number != 0:
            return None
        if split.count is not None and not 0 <= fold.number < split.count:
            return None
        return f"child {fold.number} of the split is the same key"
    if isinstance(fold.number, str):
        return f"folding in `{fold.number}` gives a key that the split gave as well"
    return None
