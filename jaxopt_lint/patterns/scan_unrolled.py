"""Scans of many steps that are told to write all of them out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.scan_lengths import scan_length
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument, unpacks

MANY = 128


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A scan that is written out.

    Attributes:
        node: the option that says so.
        copies: how many copies of the body are compiled.
    """

    node: ast.expr
    copies: int


def unrolled_scans(facts: Facts) -> Iterator[Unrolled]:
    """The scans of a file of which many steps are written out."""
    for call in facts.module.all(ast.Call):
        if facts.names.of(call.func) != "jax.lax.scan" or unpacks(call):
            continue
        unroll = argument(call, 5, "unroll")
        if unroll is None:
            continue
        length = scan_length(facts, call)
        value = facts.names.behind(unroll)
        if isinstance(value, ast.Constant) and value.value is True:
            copies = length
        else:
            copies = static_int(facts, unroll)
            if copies is not None and length is not None:
                copies = min(copies, length)
        if copies is None:
            facts.doubt(call, "it is not known how many steps are written out")
        elif copies >= MANY:
            yield Unrolled(unroll, copies)
