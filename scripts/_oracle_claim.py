"""One claim of a fact, and what each kind of claim means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from _oracle_seen import Key, Seen

Strength = Literal["must", "may", "never"]

# What is claimed, and of which runs; a claim that no such run reached is not checked.
MEANINGS: dict[tuple[str, Strength], str] = {
    ("tracing.staged", "must"): "of the calls of the function, where the transform that the fact "
    "names was reached, some happen while JAX traces",
    ("tracing.staged (on some ways)", "may"): "the same, where on each way from a transform to the "
    "function lies a condition, or a return before its end",
    ("tracing.staged", "may"): "of a function that is traced, every call happens while JAX traces",
    ("tracing.staged (loops)", "must"): "of the turns of a loop in such a function, in runs that "
    "traced all calls of the function, some are unrolled",
    ("wraps", "must"): "the body of a function with a decorator that compiles runs only while JAX "
    "traces",
    ("wraps", "may"): "the same of a function that a call compiles",
    ("tracing.jitted", "must"): "a call of something compiled hands its work over in one piece, "
    "wherever it hands over work",
    ("values (parameters)", "must"): "each value that was looked at is of the kind: an array of "
    "JAX, or of abstract ones those that came while JAX traced",
    ("values (parameters)", "never"): "none is an array of JAX, nor holds one",
    ("values (results)", "must"): "the same as of parameters, of what is returned",
    ("values (results)", "never"): "none is an array of JAX, nor holds one",
    ("static_int (loops)", "must"): "the loop goes round so many times, whenever it is entered; "
    "not judged where it was entered once and left early, as exceptions do not show",
    ("static_int (loops)", "may"): "the same, where defaults or fields say how many",
    ("static_int (loops)", "never"): "the loop goes round more often than that; it can be left",
    ("runs_once", "never"): "a line calls the function twice in one process",
    ("looped_call", "may"): "the function is called more than once in a process",
    ("calls", "must"): "of a line with one call: where it calls anything of the project (anything "
    "of that name, if decorators or base classes can have wrapped it), that is called",
    ("waits", "must"): "a line that asks for an array of JAX waits, wherever anything of it is "
    "seen outside of traces",
    ("waits", "may"): "the same of a value that may be one",
    ("waits", "never"): "a line that asks for plain values waits",
    ("syncs", "must"): "the place waits in each loop of steps that ran",
    ("key_reuses", "must"): "the place uses a key up that was used up, wherever it is reached",
    ("key_reuses", "may"): "the same, where another function is taken to use it up",
    ("candidates", "must"): "an argument of the compiled function dies at a call and fits a "
    "result, where one of 1 KiB or more fits any",
    ("candidates", "may"): "the same, where the fact knows of something in the way",
    ("eager_steps", "never"): "the function is called while JAX traces",
    ("side_effects", "may"): "the place does something outside while its function is traced",
    ("effects", "never"): "a line of the function does something outside while JAX traces",
}  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """One thing that a fact says of a place.

    Attributes:
        fact: who says it.
        strength: "must", "may" or "never".
        about: what it is about, as `Seen` keys what happened.
        says: in words, for whoever looks at a contradiction.
        holds: whether a run bears it out; None where the run does not tell.
    """

    fact: str
    strength: Strength
    about: Key
    says: str
    holds: Callable[[Seen], bool | None]
