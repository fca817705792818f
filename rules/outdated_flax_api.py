"""What Flax had once, in code that its newer releases run."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.outdated_flax.attention_masks import masks_by_position
from jaxopt_lint.patterns.outdated_flax.frozen_variables import thawed
from jaxopt_lint.patterns.outdated_flax.nnx_optimizers import holding_models
from jaxopt_lint.patterns.outdated_flax.outdated import Outdated
from jaxopt_lint.patterns.outdated_flax.packages_gone import taken
from jaxopt_lint.patterns.outdated_flax.partitioned import without_mesh
from jaxopt_lint.patterns.outdated_flax.plain_containers import plain_containers
from jaxopt_lint.patterns.outdated_flax.recurrent_cells import without_size
from jaxopt_lint.patterns.outdated_flax.static_attributes import filled_later
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.subjects.versions.outdated import beyond_what_is_spoken_of, which_jax

_NEVER = (99,)  # where a release is not known


class OutdatedFlaxApi(Rule[Outdated]):
    """Flax is used as it was before one of its breaking releases.

    ## Why is this bad?
    `flax.nn` is gone since Flax 0.3.6, in favour of `flax.linen`, and `flax.optim` since 0.6, in
    favour of Optax. `init` gives a plain dictionary since 0.7.1: it has no `unfreeze`, its `copy`
    takes nothing, and its `pop` gives one value, where that of a `FrozenDict` gave the rest and the
    value. Recurrent cells are told their `features` since 0.7, and `initialize_carry` is a method
    of a cell that is made, which takes the shape of the inputs. The third argument of
    `nn.MultiHeadDotProductAttention` is the values since 0.7.5; it was the mask.
    Since 0.11 `nnx.Optimizer` has to be told what it updates (`wrt=`), and `update` takes the model
    besides the gradients: an optimizer that is made in the new way and updated in the old one, or
    the other way round, raises. Since 0.12 a module of NNX looks into `nnx.List` and `nnx.Dict`
    alone: layers in a plain list raise. So does a layer in an attribute that was None before, which
    the module takes for static, and a variable with the names of axes (`nnx.with_partitioning`)
    that is made where no mesh is set.

    ## Example
    ```python
    from flax import optim


    def make(params, rate):
        return optim.Adam(learning_rate=rate).create(params)
    ```
    Use `optax.adam`; `params = variables.pop("params")`; `nn.GRUCell(features=64)`;
    `attention(x, x, mask=mask)`; `nnx.Optimizer(model, tx, wrt=nnx.Param)`.

    ## When to keep it
    Where Flax is pinned to an older release. Where the project allows no JAX that newer releases
    of Flax run on, nothing is reported.
    """

    code = "JOL713"
    rewritten = True
    summary = "Flax is used as it was before one of its breaking releases"
    about_names = True
    across_files = True
    severity = Severity.ERROR
    words = ("flax", ".unfreeze(", "add_or_replace")

    def matches(self) -> Iterator[Outdated]:
        for found in (
            taken, thawed, without_size, holding_models, plain_containers, filled_later,
            without_mesh, masks_by_position,
        ):  # fmt: skip
            yield from found(self.facts)

    def judge(self, match: Outdated) -> None:
        # Of other releases than those that the project speaks of, which hold nobody.
        later = beyond_what_is_spoken_of(self.facts, match.since or _NEVER)
        self.report(
            match,
            match.message,
            help=match.help,
            because=(match.because, which_jax(self.facts) if later else ""),
            severity=Severity.INFO if later else None,
            since=match.since,
            gone=match.gone,
        )
