"""JOL201: a Python loop whose iterations do not depend on each other."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from jaxopt_lint.patterns.eager_turns import EagerTurns, costly, eager_turns
from jaxopt_lint.patterns.fills import Fill, copied, fill
from jaxopt_lint.patterns.places import place_fills
from jaxopt_lint.patterns.worth import FEW, comes_again, turns_left
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import calls, tracing
from jaxopt_lint.semantics.jax.frameworks import BY_APPLY, framework_of
from jaxopt_lint.semantics.jax.machine.asking import asks_for_values, looped_work
from jaxopt_lint.semantics.jax.recurrence import sets_up
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.nest import roles
from jaxopt_lint.semantics.subjects.looping.row_loops import RowLoop

_MANY = 16  # turns of which a program had better not have as many copies
_SOME = 2  # operations of a turn, with fewer of which one turn more may be as it is


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
    something up, once: at the top of a module, in a constructor.

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
                severity=Severity.INFO if self._costs_little(filled) else None,
                because=("outside of jit, `.at[...].set(...)` and its kin make a new array",),
                assumed=("nothing compiles the code around the loop", *loop.provisos),
            )
            return
        self.report(
            filled,
            f"{names} {'is' if len(filled.names) == 1 else 'are'} filled one element at a time: "
            "each write makes a new array of the whole",
            help="collect the values in a list and make the array of it in the end",
            severity=Severity.INFO if self._beside_much(filled) else None,
            because=(f"there is one iteration for each element: `len({filled.items})`",),
            assumed=(
                "there are enough elements for the cost of each to matter",
                *loops(self.facts).of(filled.node).provisos,
            ),
        )

    def _costs_little(self, filled: Fill) -> bool:
        """Whether there may be few copies, or they are made once, or beside much more."""
        once = sets_up(self.facts, filled.node)
        return not filled.many or once or self._does_much(filled)

    def _beside_much(self, filled: Fill) -> bool:
        """Whether an array is filled once, or beside a step that is compiled, or may be."""
        if sets_up(self.facts, filled.node) or self._does_much(filled):
            return True
        if loops(self.facts).of(filled.node).unseen:
            return True
        made = self.facts.module.inside(ast.Call, filled.node)
        return any(tracing(self.facts).compiled(call.func) for call in made)

    def _does_much(self, filled: Fill) -> bool:
        """Whether a turn calls a function of the file with a loop of its own on the host that runs
        what is compiled, beside which a copy costs nothing."""
        known = looped_work(self.facts)
        for call in self.facts.module.inside(ast.Call, filled.node):
            function = calls(self.facts).function(call)
            inner = self.facts.module.inside(ast.For, function) if function is not None else ()
            if any(loop in known and known[loop].compiled for loop in inner):
                return True
        return False

    def _rows(self, found: RowLoop) -> None:
        if found.gradient is not None:
            return
        traced = found.loop.traced_at
        known = self._again(found) if traced is None else self._unrolled_for_long(found)
        if traced is not None:
            cost = f"each iteration is traced and compiled on its own ({traced})"
        elif self._hosted(found):
            cost = "each iteration is dispatched on its own"
        else:
            cost = "each iteration is dispatched on its own, or traced where a caller compiles it"
        loop = found.loop
        summed = loop.outputs and all(o.kind == "sum" for o in loop.outputs)
        large = any(o.of_arrays for o in loop.outputs)  # the sum of a few is as well unrolled
        sure = (found.certain or loop.of_one_batch) and not self._of_a_network(found)
        sure = sure and not found.of_pieces and not found.network
        done = "summed in Python, one term per row" if summed else "computed one row at a time"
        self.report(
            found,
            f"{found.what} {done}: {cost}",
            help="`jax.vmap(term)(rows).sum()` computes all terms at once, and holds them all"
            if summed
            else "`jax.vmap` runs the body on all rows at once",
            certain=found.certain or loop.proven or loop.handed or self._seen(found),
            severity=None if sure and known and not large else Severity.INFO,
            because=found.loop.because,
            # Then each turn is compiled for certain.
            weighed=True if traced is not None and known else None,
        )

    def _seen(self, found: RowLoop) -> bool:
        """Whether a turn is seen to run operations of JAX, whatever it takes its rows of."""
        work = looped_work(self.facts).get(found.node)
        return work is not None and costly(work)

    def _hosted(self, found: RowLoop) -> bool:
        """Whether the loop is certainly not traced."""
        work = looped_work(self.facts).get(found.node)
        return self.facts.module.function(found.node) is None or (work is not None and work.hosted)

    def _unrolled_for_long(self, found: RowLoop) -> bool:
        """Whether a loop under a trace is known to have many turns: of how many an array has rows
        a run tells."""
        turns = turns_left(self.facts, found.node)
        body = getattr(found.node, "elt", found.node)
        made = sum(isinstance(n, (ast.Call, ast.BinOp)) for n in ast.walk(body))
        return turns is not None and turns >= _MANY + (made < _SOME)

    def _again(self, found: RowLoop) -> bool:
        """Whether another loop comes to one on the host again and again, which has no few turns,
        and whose turns run operations of JAX, which it could trace; one that is run once costs a
        second of a run at most."""
        work = looped_work(self.facts).get(found.node)
        if work is None or not work.work:
            return False
        turns = turns_left(self.facts, found.node)
        if (turns is not None and turns < FEW) or not comes_again(self.facts, found.node):
            return False
        made = self.facts.module.inside(ast.Call, found.node)
        called = {calls(self.facts).function(call) for call in made}
        return not any(one is not None and asks_for_values(self.facts, one) for one in called)

    def _of_a_network(self, found: RowLoop) -> bool:
        """Whether the loop stands in a method of a network whose methods run by `apply` alone,
        which nearly everybody compiles."""
        owner = self.facts.module.owner(found.node)
        return found.loop.traced_at is None and framework_of(self.facts, owner) in BY_APPLY
