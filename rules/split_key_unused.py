"""Keys that are split off, and whose place the key that they came from takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.split_key_unused import Unused, unused_split_keys
from jaxopt_lint.rule import Rule


class SplitKeyUnused(Rule[Unused]):
    """A key is split off and never used: what it was for gets the key that is split again.

    ## Why is this bad?
    `key, subkey = jax.random.split(key)` makes one key to go on with and one to use up. Where the
    call behind it is given `key`, it draws from the bits that the next split makes its keys of, so
    that the two are not independent, and `subkey`, which was made for the call, does nothing.

    ## Example
    ```python
    import jax

    from data import sample


    def train(key, steps):
        for _ in range(steps):
            key, subkey = jax.random.split(key)
            batch = sample(8, key)
        return batch
    ```
    Give it the other one: `sample(8, subkey)`.

    ## When to keep it
    Where the call does not look at its key. Names that begin with an underscore are there not to be
    used; a call that gives the next key back may have this one.
    """

    code = "JOL865"
    summary = "A key is split off and never used, and what it is for gets the other one"
    words = ("split",)

    def matches(self) -> Iterator[Unused]:
        return unused_split_keys(self.facts)

    def judge(self, found: Unused) -> None:
        again = "on the next turn" if not isinstance(found.again, ast.Call) else "again"
        where = f" (line {found.again.lineno})" if isinstance(found.again, ast.Call) else ""
        self.report(
            found,
            f"`{self.source(found.node.func)}` is given `{found.carried}`, which is split {again}"
            f"{where}, and nothing uses `{found.unused}`, split off on line {found.split.lineno}",
            help=f"give it `{found.unused}`",
            because=(f"nothing reads `{found.unused}`",),
            assumed=(f"`{self.source(found.node.func)}` looks at its key",),
        )
