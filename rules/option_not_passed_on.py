"""Fields of Linen modules that never reach the layers which they are for."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.option_not_passed_on import NotPassedOn, options_not_passed_on
from jaxopt_lint.rule import Rule


class OptionNotPassedOn(Rule[NotPassedOn]):
    """A module of Linen is made with an option that it never passes on to its layers.

    ## Why is this bad?
    A module has a field such as `dtype`, `kernel_dilation` or `use_bias`, somebody sets it, and no
    line of the module reads it: each layer keeps its own default. The network is another one than
    was asked for, computes in another type, or has another receptive field, and no error tells.

    ## Example
    ```python
    import flax.linen as nn


    class Block(nn.Module):
        width: int
        kernel_dilation: int = 1

        @nn.compact
        def __call__(self, x):
            return nn.Conv(self.width, (3,))(x)


    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            return Block(8, kernel_dilation=2)(x)
    ```
    Pass it on, `nn.Conv(self.width, (3,), kernel_dilation=self.kernel_dilation)`, or drop the
    field.

    ## When to keep it
    Where all modules have to take the same arguments. Fields that are set nowhere in the file, or
    to their default alone, are not reported, nor is what some layer of the module is told
    otherwise.
    """

    code = "JOL864"
    summary = "A field is set that a module never passes on to its layers"
    words = ("flax",)

    def matches(self) -> Iterator[NotPassedOn]:
        return options_not_passed_on(self.facts)

    def judge(self, found: NotPassedOn) -> None:
        layer = self.source(found.layer)
        self.report(
            found,
            f"nothing reads `{found.name}` of `{found.owner.name}`: its `{layer}` keeps its own "
            f"default, although {self.facts.at(found.given)} says "
            f"{self.quoted(found.given, 'something else')}",
            help=f"pass it on: `{found.name}=self.{found.name}`",
        )
