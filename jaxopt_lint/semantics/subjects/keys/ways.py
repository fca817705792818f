"""What a use makes of the bits of a key, and which two uses have something in common.

| use | makes of the key |
|---|---|
| `normal`, `uniform`, `categorical`, `choice` with weights, ... | numbers of its bits |
| `split` | keys of its bits; since JAX 0.5 the first are the same however many there are |
| `randint`, `permutation`, other `choice`, `gamma`, ... | keys as `split` does, numbers of these |

Of the last, `randint` adds up numbers of two keys, and an order is sorted by those of one of them:
the sum says nothing of that one.

Two draws of the first kind are correlated: their first numbers are made of one word each. A draw of
the first kind and one of the last have nothing in common that could be measured, and one of the
last has what the keys of a `split` draw. Two `randint` are remainders of one number: by spans that
share no factor, each says nothing of the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts

# Since then `split(key, 2)` is the beginning of `split(key, 3)`.
EACH_BY_ITSELF = (0, 5, 0)


@dataclass(frozen=True, slots=True)
class Way:
    """What a use makes of a key.

    Attributes:
        made: "bits" (numbers of the key's own bits), "split" (keys), or "inner" (keys of which
            numbers are made at once).
        count: how many keys; a text where the number is not known.
        span: of whole numbers, how many there are to draw from; 0 where that is not known.
        draws: of keys of which numbers are made at once: "numbers" or an "order"; "" for others.
        read: of a split, the numbers of the keys that anything reads; None where all may be.
    """

    made: str
    count: int | str = ""
    span: int = 0
    draws: str = ""
    read: frozenset[int] | None = None


BITS = Way("bits")


def apart(facts: Facts, first: Iterable[Way], second: Iterable[Way]) -> bool:
    """Whether two uses of one key have nothing in common, as far as is known what they make."""
    pairs = [(one, other) for one in first for other in second]
    return bool(pairs) and not any(_meet(facts, *pair) for pair in pairs)


def other_keys(facts: Facts, first: Iterable[Way], second: Iterable[Way]) -> bool:
    """Whether two uses split one key into the same keys, of which none is read by both."""
    pairs = [(one, other) for one in first for other in second]
    return bool(pairs) and all(
        one.made == other.made == "split"
        and one.read is not None
        and other.read is not None
        and one.read.isdisjoint(other.read)
        and (one.count == other.count != "" or facts.targets(EACH_BY_ITSELF))
        for one, other in pairs
    )


def faint(facts: Facts, first: Iterable[Way], second: Iterable[Way]) -> bool:
    """Whether all that two uses have in common is that one draws from a key of which the other
    makes keys: what is drawn from these shows nothing of it that could be measured."""
    pairs = [(one, other) for one in first for other in second if _meet(facts, one, other)]
    kinds = [{one.made, other.made} for one, other in pairs]
    return bool(kinds) and all("split" in two and len(two) == 2 for two in kinds)


def _meet(facts: Facts, one: Way, other: Way) -> bool:
    kinds = {one.made, other.made}
    if kinds == {"bits", "inner"}:
        return False
    drawn = {one.draws, other.draws}
    if drawn == {"numbers", "order"}:
        return False
    if drawn == {"numbers"} and one.span and other.span and math.gcd(one.span, other.span) == 1:
        return False
    if "bits" in kinds or facts.targets(EACH_BY_ITSELF):
        return True
    # All keys of one split were made together: into another number they were other keys.
    return "" in (one.count, other.count) or one.count == other.count
