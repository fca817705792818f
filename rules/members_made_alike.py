"""Members of an ensemble that are all made of the same key."""

from __future__ import annotations

from jaxopt_lint.patterns.members_made_alike import Alike, made_alike
from jaxopt_lint.rule import Rule, each


class MembersMadeAlike(Rule[Alike]):
    """A vmap makes several members of a network, or draws, and maps over nothing.

    ## Why is this bad?
    With `in_axes=None` each member is given the same key, and is made of the same random numbers:
    an ensemble of ten models is one model, ten times. They get the same gradients as well, and
    never come apart.

    ## Example
    ```python
    import jax
    from flax import nnx


    @nnx.vmap(in_axes=None, out_axes=0, axis_size=10)
    def make(key):
        return nnx.Linear(4, 4, rngs=nnx.Rngs(key))


    models = make(jax.random.key(0))
    ```
    Split the key, and map over the keys: `make(jax.random.split(key, 10))` with `in_axes=0`; in
    NNX `nnx.split_rngs(splits=10)` does so with streams.

    ## When to keep it
    Where copies are what is wanted.
    """

    code = "JOL852"
    summary = "A vmap makes several members from one key: they are all alike"
    words = ("axis_size",)
    matches = each(made_alike)

    def judge(self, found: Alike) -> None:
        self.report(
            found,
            f"nothing is mapped over, so that `{self.source(found.draw.func)}` gives the same for "
            "every member",
            help="split the key, one for each member, and map over the keys",
            because=(f"it is called at {self.facts.at(found.draw)}",),
        )
