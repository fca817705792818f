"""Batch normalization, and averaged parameters, that keep next to nothing of the past."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.momentum_of_other_sense import (
    LittleKept,
    little_kept,
    nearly_replaced,
)
from jaxopt_lint.rule import Rule, Severity


class MomentumOfOtherSense(Rule[LittleKept]):
    """A batch normalization keeps so little of its running statistics that they are the last batch.

    ## Why is this bad?
    `momentum` of Flax and Equinox, `decay_rate` of Haiku, is the share of the old average that is
    *kept*, 0.99 by default: `new = momentum * old + (1 - momentum) * batch`. PyTorch's `momentum`
    is the share of the batch. Its 0.1 keeps a tenth here, so that evaluation normalizes by the last
    batch that training has seen. The training loss does not tell.

    `step_size` of `optax.incremental_update` is the share of the *new* parameters: a target network
    that is to keep 0.995 of itself is given 0.005. With 0.995 it is the network that it should
    trail behind.

    ## Example
    ```python
    import flax.linen as nn


    class Net(nn.Module):
        @nn.compact
        def __call__(self, x, train: bool):
            x = nn.Dense(8)(x)
            return nn.BatchNorm(use_running_average=not train, momentum=0.1)(x)
    ```
    Say what is kept: PyTorch's 0.1 is `momentum=0.9`.

    ## When to keep it
    Where the statistics of one batch are what is wanted. One finding speaks for all layers of a
    file. Layers that always normalize by statistics which they have are not reported; a file
    that fills some in, as the weights of a trained network, is told for information.
    """

    code = "JOL863"
    summary = (
        "A batch normalization, or an average of parameters, keeps next to nothing of the past"
    )
    words = ("BatchNorm", "incremental_update")

    def matches(self) -> Iterator[LittleKept]:
        yield from little_kept(self.facts)
        yield from nearly_replaced(self.facts)

    def judge(self, found: LittleKept) -> None:
        if not found.layer:
            text = self.source(found.node)
            self.report(
                found,
                f"`{found.keyword}` is the share of the new parameters: with "
                f"{1 - found.share:g} the average keeps {found.share:g} of what it was",
                help=f"if `{text}` is what is to be kept, write `1 - {text}`",
            )
            return
        through = f", the default of `{found.field}`," if found.field else ""
        self.report(
            found,
            f"`{found.keyword}` is the share of the running statistics that is kept: with "
            f"{found.share:g}{through} they are those of the last batch",
            help=f"if the share of the batch was meant, write `{1 - found.share:g}`",
            severity=Severity.INFO if found.restored else None,
        )
