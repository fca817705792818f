"""Buffers of NumPy that are filled again after they were handed to JAX."""

from __future__ import annotations

from jaxopt_lint.patterns.buffer_written_after_put import WrittenAgain, written_again
from jaxopt_lint.rule import Rule, each


class BufferWrittenAfterPut(Rule[WrittenAgain]):
    """A buffer of NumPy is filled again while arrays that were made of it are kept.

    ## Why is this bad?
    `jax.device_put` and `jnp.asarray` need not copy. On the CPU an array may stand on the buffer
    itself, where its memory is aligned to 64 bytes, and a copy may be made later than the call:
    who writes to the buffer then changes arrays that were gathered before. Whether it happens
    depends on size, alignment and load.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    def record(sensor, count):
        frame = np.empty((480, 640), np.float32)
        frames = []
        for _ in range(count):
            frame[:] = sensor.read()
            frames.append(jax.device_put(frame))
        return jnp.stack(frames)
    ```
    Copy what is kept: `jnp.array(frame)`, or `jax.device_put(frame, may_alias=False)`, or gather
    copies of NumPy's and hand over all at once.

    ## When to keep it
    Never where the arrays are kept. What is used up before the buffer is filled again, and waited
    for, is not reported.
    """

    code = "JOL432"
    summary = "A buffer of NumPy is filled again under arrays that were made of it"
    words = ("device_put", "asarray")
    matches = each(written_again)

    def judge(self, found: WrittenAgain) -> None:
        name = found.buffer.id
        self.report(
            found,
            f"`{name}` is filled again on the next turn, and `{self.source(found.node.func)}` need "
            "not have copied it: arrays of earlier turns may change",
            help=f"`jnp.array({name})` copies",
            because=(
                f"it is written to at {self.facts.at(found.written)}",
                f"the loop at {self.facts.at(found.loop)} keeps the arrays of all turns",
            ),
        )
