"""JOL201: a Python loop whose iterations do not depend on each other."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from jaxopt_lint.patterns.eager_turns import EagerTurns, eager_turns
from jaxopt_lint.patterns.fills import Fill, copied, fill
from jaxopt_lint.patterns.places import place_fills
from jaxopt_lint.patterns.row_weight import (
    copies_cost_little,
    gains_by_vmap,
    is_hosted,
    runs_often,
    runs_operations,
    stands_beside_much,
)
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.nest import roles
from jaxopt_lint.semantics.subjects.looping.row_loops import RowLoop


class PythonLoopOverBatch(Rule[Fill | RowLoop | EagerTurns]):
    """A Python loop goes over the rows of an array, one independent computation each.

    ## Why is this slow?
    Outside of `jax.jit` every iteration dispatches its operations one by one; inside, every
    iteration is traced and compiled anew, so that the program and its compile time grow with the
    batch. `jax.vmap` traces the body once and runs it on all rows together: measured on a batch of
    256, 100 times faster outside of jit, 4 times inside, with 0.2 s of compilation instead of 20 s.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def batch_loss(params, xs, ys):
        losses = []
        for i in range(xs.shape[0]):
            predicted = jnp.tanh(xs[i] @ params)
            losses.append(jnp.mean((predicted - ys[i]) ** 2))
        return jnp.mean(jnp.stack(losses))
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def batch_loss(params, xs, ys):
        def one(x, y):
            predicted = jnp.tanh(x @ params)
            return jnp.mean((predicted - y) ** 2)

        return jnp.mean(jax.vmap(one)(xs, ys))
    ```

    An array that is filled one element at a time with values that Python has already is reported
    too, without a fix: a list of them, and `jnp.array` in the end, makes one array instead of one
    for each element.

    Loops in other spellings are reported for information, without a fix, where their turns run
    several operations of JAX each, in helpers too, and none needs what another one has computed:
    nests over pairs, searches, rows that lists hold. Under a trace a turn of 32 operations and more
    is a warning, as each is compiled by itself, where there are 8 turns or more, as many as an
    array has rows, or 64 operations; and so is a sum of 8 and more terms that are each a scan. A
    nest that writes one place of an array on each turn is a warning where it has as many turns as
    something has items, or 256: outside of `jax.jit` each copies the whole array.

    ## Fix safety
    The result agrees up to rounding. The fix is unsafe because what is mapped over must be arrays
    with equally many rows: a list in their place fails under `vmap`. A count that is not an
    array's own length gives no fix: JAX reads the last row again where there are too few. All
    rows are in memory at once. With no rows at all, `vmap` gives an empty array or an error where
    the loop gave another error.

    Copies of an array that is filled part by part are for information where the code around sets
    something up, once: at the top of a module, in a constructor. A table that is written row by row
    counts where its size and the turns are written down, and 10^8 numbers and more are copied.

    ## When to keep it
    Few rows, bodies that need most of the memory each, and rows of different shapes. A whole pass
    of a network has enough to do by itself, and where a row brings its own weights its convolutions
    are slower under `vmap`: such loops are reported for information. Where `jax.jit` unrolls the
    loop it is a warning whether a run has shown it or not: each turn is compiled for certain. On
    the host a loop is a warning where another one, which is none of a few whole runs, comes to it
    again and again: a loop that runs once, to set something up or to report, takes a second at the
    most. Under a trace it is one where there are known to be 16 turns or more; of how many rows an
    array has a run tells. Turns that differ by what Python knows of their
    number, or that call what asks for values, are for information, as are elements that are filled
    in beside a compiled step or an unknown call. A nest of such loops is reported once, by
    `nested-batch-loop`, and a loop that takes a gradient for each row by `grad-per-example-loop`.
    """

    code = "JOL201"
    summary = "A Python loop computes independent rows one at a time"
    weighed_by_runs = True
    fix = "vmap"

    def matches(self) -> Iterable[Fill | RowLoop | EagerTurns]:
        fills = filter(None, (fill(self.facts, node) for node in self.facts.module.all(ast.For)))
        filled: dict[ast.AST, Fill | RowLoop] = {found.node: found for found in fills}
        for found in roles(self.facts):
            if isinstance(found, RowLoop) and found.node not in filled:
                filled[found.node] = found
        for node in self.facts.module.all(ast.For):
            if node not in filled and (written := copied(self.facts, node)) is not None:
                filled[node] = written
        for nest, written in place_fills(self.facts).items():
            filled.setdefault(nest, written)
        nests = {one.node for one in filled.values() if isinstance(one, Fill) and one.nested}
        yield from (one for one in filled.values() if not self._within(one.node, nests))
        for turns in eager_turns(self.facts).values():
            known = turns.carries or turns.node in filled or self._within(turns.node, nests)
            if not known:
                yield turns

    def _within(self, node: ast.AST, nests: AbstractSet[ast.AST]) -> bool:
        """Whether a loop stands in a nest of which one word is said."""
        return not nests.isdisjoint(self.facts.module.ancestors(node))

    def judge(self, found: Fill | RowLoop | EagerTurns) -> None:
        if isinstance(found, EagerTurns):
            self.report(
                found,
                f"{found.told}, and none needs what another has computed",
                help="`jax.vmap` (`jax.lax.map`, where memory is short) runs all of them at once",
            )
        elif isinstance(found, RowLoop):
            self._rows(found)
        else:
            self._filled(found)

    def _filled(self, filled: Fill) -> None:
        names = " and ".join(f"`{name}`" for name in filled.names[:2])
        if not filled.items:
            loop = loops(self.facts).of(filled.node)
            self.report(
                filled,
                f"each iteration copies the whole of {names} to write one part of it",
                help="write them all at once: `.at[rows, columns]` takes arrays of places"
                if filled.at_once
                else "`jax.vmap` of `jax.vmap` computes all places at once; where their parts have "
                "shapes of their own, collect them in a list, and make the array of it in the end"
                if filled.nested
                else "collect the parts in a list, and `jnp.stack` or `jnp.concatenate` them",
                severity=Severity.INFO if copies_cost_little(self.facts, filled) else None,
                because=("outside of jit, `.at[...].set(...)` and its kin make a new array",),
                assumed=("nothing compiles the code around the loop", *loop.provisos),
            )
            return
        self.report(
            filled,
            f"{names} {'is' if len(filled.names) == 1 else 'are'} filled one element at a time: "
            "each write makes a new array of the whole",
            help="collect the values in a list and make the array of it in the end",
            severity=Severity.INFO if stands_beside_much(self.facts, filled) else None,
            because=(f"there is one iteration for each element: `len({filled.items})`",),
            assumed=(
                "there are enough elements for the cost of each to matter",
                *loops(self.facts).of(filled.node).provisos,
            ),
        )

    def _rows(self, found: RowLoop) -> None:
        if found.gradient is not None:
            return
        traced = found.loop.traced_at
        often = runs_often(self.facts, found)
        if traced is not None:
            cost = f"each iteration is traced and compiled on its own ({traced})"
        elif is_hosted(self.facts, found):
            cost = "each iteration is dispatched on its own"
        else:
            cost = "each iteration is dispatched on its own, or traced where a caller compiles it"
        loop = found.loop
        summed = loop.outputs and all(o.kind == "sum" for o in loop.outputs)
        done = "summed in Python, one term per row" if summed else "computed one row at a time"
        self.report(
            found,
            f"{found.what} {done}: {cost}",
            help="`jax.vmap(term)(rows).sum()` computes all terms at once, and holds them all"
            if summed
            else "`jax.vmap` runs the body on all rows at once",
            certain=found.certain
            or loop.proven
            or loop.handed
            or runs_operations(self.facts, found),
            severity=None if often and gains_by_vmap(self.facts, found) else Severity.INFO,
            because=found.loop.because,
            # Then each turn is compiled for certain.
            weighed=True if traced is not None and often else None,
        )
