"""What runs the functions that it is given at once: `scan`, `while_loop`, `cond` and their kin."""

from __future__ import annotations

from jaxopt_lint.semantics.jax.machine.abstraction import item_of
from jaxopt_lint.semantics.jax.machine.values import Array, Seq, Unknown, Value, items_of

# These compile what they are given, and find that again by the functions.
COMPILED_AT_ONCE = frozenset({"scan", "while_loop", "fori_loop", "cond", "switch", "map"})
# The parameters of what runs its functions at once, in order.
NAMES = {
    "scan": ("f", "init", "xs"),
    "while_loop": ("cond_fun", "body_fun", "init_val"),
    "fori_loop": ("lower", "upper", "body_fun", "init_val"),
    "cond": ("pred", "true_fun", "false_fun"),
    "switch": ("index", "branches"),
    "map": ("f", "xs"),
    "associative_scan": ("fn", "elems"),
}
_LEAF = Array()


def runs(kind: str, given: dict[int, Value]) -> list[tuple[Value, list[Value]]]:
    """The functions that are run, each with its arguments."""

    def at(place: int) -> Value:
        return given.get(place, Unknown("what it is given is not known"))

    match kind:
        case "scan":
            return [(at(0), [at(1), item_of(at(2))])]
        case "while_loop":
            return [(at(0), [at(2)]), (at(1), [at(2)])]
        case "fori_loop":
            return [(at(2), [_LEAF, at(3)])]
        case "cond":
            rest = [v for i, v in sorted(given.items()) if i > 2]
            return [(at(1), rest), (at(2), rest)]
        case "switch":
            rest = [v for i, v in sorted(given.items()) if i > 1]
            ways = at(1)
            return [(f, rest) for f in items_of(ways)] if isinstance(ways, Seq) else []
        case "map":
            return [(at(0), [item_of(at(1))])]
        case "associative_scan":
            return [(at(0), [at(1), at(1)])]
        case "eval_shape":
            return [(at(0), [v for i, v in sorted(given.items()) if i > 0])]
    return []
