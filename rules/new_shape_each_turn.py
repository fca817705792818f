"""JOL119: an array that has a new shape on each turn of a loop."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.new_shape_each_turn import NewShape, new_shapes
from jaxopt_lint.patterns.padded_to_longest import Padded, padded_batches
from jaxopt_lint.rule import Rule, Severity


class NewShapeEachTurn(Rule[NewShape | Padded]):
    """An array is longer on each turn of a loop, and what takes it is compiled for each length.

    ## Why is this slow?
    A program is compiled for the shapes of its arguments. A sequence to which each turn adds, or
    the part of a series up to the counter, has a new shape on every turn, so that every turn traces
    and compiles the function again, in milliseconds for the smallest and in seconds for a network.
    Outside of `jax.jit` each operation is compiled for each length as well, and
    `jnp.concatenate` copies all that was there before: the cost grows with the square of the
    length. A network that generates from all it has said so far is compiled for each length too,
    whether its loop is traced or not.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def next_token(params, tokens):
        return jnp.argmax(params[tokens].sum(axis=0))


    def generate(params, tokens, n):
        for _ in range(n):
            new = next_token(params, tokens)
            tokens = jnp.concatenate([tokens, new[None]])
        return tokens
    ```
    Keep the shape: a buffer of the full length, `tokens.at[t].set(new)`, and the length as an
    argument, which masks what is not there yet. A loop that only gathers appends to a list, and
    makes one array of it in the end; a `jax.lax.scan` gathers by itself.

    A batch that is padded to the longest of its own rows (`max(len(row) for row in rows)`, or a
    tokenizer's `padding=True`) has nearly as many lengths as there are batches: pad to the length
    that all have, or to the next of a few sizes. It is told for information, as how much the
    lengths differ stands in the data.

    ## When to keep it
    Loops of a few turns, or where lengths are padded to a few sizes on the way. An array that only
    grows is told for information where nothing says that the loop is long.
    """

    code = "JOL119"
    summary = "An array has a new shape on each turn of a loop: one compile for each"

    def matches(self) -> Iterable[NewShape | Padded]:
        return [*new_shapes(self.facts).values(), *padded_batches(self.facts)]

    def judge(self, found: NewShape | Padded) -> None:
        if isinstance(found, Padded):
            self._padded(found)
            return
        if found.step:
            self.report(
                found,
                f"`{found.array}` has another length on each turn of the loop, and `{found.step}` "
                "is compiled again for each",
                help="keep the shape: a buffer of the full length, and how much of it counts",
                because=(found.why,),
                assumed=("the loop takes more than a few turns",),
            )
            return
        self.report(
            found,
            f"`{found.array}` grows on each turn of the loop: each turn copies all of it, and "
            "compiles what takes it for another shape",
            help="append to a list, and make one array of it behind the loop",
            because=(found.why,),
            assumed=("the loop takes more than a few turns",),
        )

    def _padded(self, found: Padded) -> None:
        self.report(
            found,
            f"{self.quoted(found.node, 'this')} is as long as the longest row of its own batch, "
            f"and `{found.step}` is compiled again for each length",
            help="pad to one length for all batches, or to the next of a few sizes",
            severity=Severity.INFO,
            because=(f"the longest is looked for at {self.facts.at(found.longest)}",),
            assumed=("the longest rows of batches differ in length",),
        )
