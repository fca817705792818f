"""Checkpoints of Orbax that are not there, or are another tree, when they are needed."""

from __future__ import annotations

from jaxopt_lint.patterns.checkpoint_unusable import Unusable, unusable_checkpoints
from jaxopt_lint.rule import Rule, each


class CheckpointUnusable(Rule[Unusable]):
    """A checkpoint of Orbax goes to a relative path, is not waited for, or lost its types.

    ## Why is this bad?
    Orbax takes absolute paths alone, and raises for others when the first array is written.
    `StandardCheckpointer` and `CheckpointManager` write in the background: `save` returns before
    the checkpoint is there, what reads it from another object may not find it, and a program that
    ends then leaves a folder `...orbax-checkpoint-tmp` behind. `restore` without a target gives
    dictionaries and lists for all containers: `opt_state` is no longer made of the named tuples of
    Optax, and `update` raises `AttributeError`.

    ## Example
    ```python
    import orbax.checkpoint as ocp


    def export(path, params):
        checkpointer = ocp.StandardCheckpointer()
        checkpointer.save(path, params)
    ```
    Wait for it: `checkpointer.wait_until_finished()`, or write in a block
    `with ocp.StandardCheckpointer() as checkpointer:`.

    ## When to keep it
    Where the program goes on for long behind the last save. Objects that are returned, handed on or
    stored in an attribute are not reported.
    """

    code = "JOL870"
    summary = "A checkpoint of Orbax is not written, or comes back as another tree"
    words = ("checkpoint",)
    matches = each(unusable_checkpoints)

    def judge(self, found: Unusable) -> None:
        self.report(found, found.message, help=found.help)
