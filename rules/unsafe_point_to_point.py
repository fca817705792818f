"""Permutations between devices that raise, or wait for each other."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.unsafe_point_to_point import cycle, evaluations, pairs, repeated
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import raises_meant
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import argument, keywords

_POSITION = {
    "jax.lax.ppermute": 2,
    "jax.lax.pshuffle": 2,
    "jax.lax.psend": 2,
    "jax.lax.precv": 3,
}
_PARTNER = {"jax.lax.psend": "jax.lax.precv", "jax.lax.precv": "jax.lax.psend"}


class UnsafePointToPoint(Rule[ast.AST]):
    """The permutation of a transfer between devices repeats a device or waits for itself.

    ## Why is this bad?
    Every device can be the source of one pair and the target of one pair: `ppermute` raises
    `ValueError` otherwise, and `psend` and `precv` when they are compiled. A closed loop is right
    in `ppermute`, but `psend` and `precv` block: in one call, devices in a loop wait for each other
    for ever, and so does a `psend` that nothing receives. A program that hangs gives no message.

    ## Example
    ```python
    import functools

    import jax


    @functools.partial(jax.pmap, axis_name="x")
    def gather_neighbours(x):
        return jax.lax.ppermute(x, "x", [(1, 0), (2, 0), (3, 2)])
    ```
    Give every device at most one source, and use one `ppermute` for each neighbour. Break a loop
    of `psend` and `precv` into a chain and one `ppermute` for the way back:
    `perm=[(0, 1), (1, 2), (2, 3)]` and `perm=[(3, 0)]`.

    ## When to keep it
    Never where it is reported: the pairs are written out, or hold for every number of devices.
    """

    code = "JOL608"
    summary = "The permutation of a transfer between devices repeats a device or waits for itself"
    severity = Severity.ERROR
    words = ("ppermute", "psend", "precv", "pshuffle")

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.of(node.func)
        if name not in _POSITION:
            return
        values = _evaluated(self.facts, node, name)
        if not values or raises_meant(self.facts, node):
            return
        short = name.rpartition(".")[2]
        if short == "pshuffle":
            self._shuffle(node, values)
            return
        known = [p for p in map(pairs, values) if p is not None]
        if len(known) != len(values):
            return
        for what, side in (("source", 0), ("target", 1)):
            twice = [repeated([p[side] for p in k]) for k in known]
            if None not in twice:
                raises = "raises ValueError" if short == "ppermute" else "does not compile"
                self.report(
                    node,
                    f"device {twice[0]} is the {what} of two pairs in this `{short}`, which "
                    f"{raises}",
                    because=_sizes(known),
                )
                return
        if short == "ppermute":
            return
        loops = [cycle(k) for k in known]
        if all(loops):
            way = " -> ".join(map(str, loops[0]))
            self.report(
                node,
                f"the devices {way} of this `{short}` wait for each other: it never ends",
                help="break the loop: a chain here, and one `ppermute` for the way back",
                because=_sizes(known),
            )
        elif len(known) == 1 and _partners(self.facts) is not None and known[0]:
            self._unmatched(node, name, known[0])

    def _shuffle(self, node: ast.Call, values: list[list[object]]) -> None:
        if all(
            len(v) > 1 and sorted(map(str, v)) != sorted(map(str, range(len(v)))) for v in values
        ):
            self.report(
                node, "the `perm` of this `pshuffle` is no permutation, and it raises ValueError"
            )

    def _unmatched(self, node: ast.Call, name: str, perm: list[tuple[int, int]]) -> None:
        partners = _partners(self.facts)
        assert partners is not None
        partner = _PARTNER[name]
        if any(set(other) == set(perm) for other in partners[partner]):
            return
        short, other_short = name.rpartition(".")[2], partner.rpartition(".")[2]
        self.report(
            node,
            f"no `{other_short}` in this file has the pairs of this `{short}`: it waits for ever",
            assumed=(f"no other file has the `{other_short}`",),
        )


@fact
def _partners(facts: Facts) -> dict[str, list[list[tuple[int, int]]]] | None:
    """The pairs of every `psend` and `precv` of the file; None where some are not known."""
    out: dict[str, list[list[tuple[int, int]]]] = {n: [] for n in _PARTNER}
    for call in facts.module.all(ast.Call):
        name = facts.names.of(call.func)
        if name not in out:
            continue
        values = _evaluated(facts, call, name)
        found = pairs(values[0]) if values and len(values) == 1 else None
        if found is None:
            return None
        out[name].append(found)
    return out


def _evaluated(facts: Facts, node: ast.Call, name: str) -> list[list[object]] | None:
    perm = argument(node, _POSITION[name], "perm")
    if any(isinstance(a, ast.Starred) for a in node.args):
        perm = keywords(node).get("perm")
    return evaluations(facts, perm) if perm is not None else None


def _sizes(known: list[list[tuple[int, int]]]) -> tuple[str, ...]:
    return ("it holds for 2, 3, 4 and 8 devices",) if len(known) > 1 else ()
