"""Arrays that compiled code takes from around it."""

from __future__ import annotations

from jaxopt_lint.patterns.array_captured_by_jit import CapturedArray, captured_arrays
from jaxopt_lint.rule import Rule, Severity, each


class ArrayCapturedByJit(Rule[CapturedArray]):
    """A compiled function reads weights or a data set from the code around it.

    ## Why is this slow?
    What a function under `jax.jit` takes from around it, and what `functools.partial` binds to it,
    is no argument: JAX writes the arrays into the compiled code as constants. They are copied for
    each compilation, the compiler looks at every one of them and may compute with them, and they
    stay in memory beside the arrays that they were made of. With weights and data sets that takes
    gigabytes and minutes, and what is stored later is not seen. JAX warns from
    `jax_captured_constants_warn_bytes` on (2 GB).

    ## Example
    ```python
    import jax


    def make_step(data, batch_size):
        @jax.jit
        def step(params, key):
            rows = jax.random.randint(key, (batch_size,), 0, 50_000)
            return params - 0.1 * data[rows].mean()

        return step
    ```
    Make the array an argument: `step(params, data, key)`. Nothing is copied by that.

    ## When to keep it
    For small arrays. How large they are is known where the file writes their shape down: from
    16 million numbers on it is a warning, and so are parameters that a model with attention or a
    table of embeddings is applied with, but in notebooks. All else is for information: parameters
    of other models, models of Equinox and nnx that run, what comes from a file, rows drawn at
    random. What the function around it gets while it is traced itself is no constant, and is not
    reported, nor are tables that are indexed by what is not drawn at random.
    """

    code = "JOL113"
    summary = "Compiled code reads weights or data from around it"
    severity = Severity.INFO
    words = ("jit", "pmap")
    matches = each(captured_arrays)

    def judge(self, found: CapturedArray) -> None:
        cost = "is compiled in as a constant"
        if found.kind == "weights":
            who = f"`{found.function}` applies a model with `{found.text}` from around it, which"
        elif found.kind == "rows":
            who = f"`{found.function}` draws rows of `{found.text}` from around it, which"
        elif found.kind == "network":
            who = f"`{found.function}` runs `{found.text}` from around it, whose parameters"
            cost = "are compiled in as constants"
        elif found.kind == "pretrained":
            who = f"`{found.function}` reads the weights `{found.text}` from around it: that"
        elif found.kind == "method":
            who = f"`{found.function}` is compiled with its object, so that `{found.text}`"
        elif found.kind in ("loaded", "large"):
            what = "is loaded from a file" if found.kind == "loaded" else "is large"
            who = f"`{found.function}` reads `{found.text}` from around it, which {what} and"
        else:
            who = f"`partial` binds arrays of `{found.text}` to `{found.function}`: that"
        by_hand = bool(self.facts.module.seams)  # a notebook: one model more on the device
        known = bool(found.elements or (found.large and not by_hand))
        self.report(
            found,
            f"{who} {cost}: large code, a long compilation, and a second copy",
            help=f"pass `{found.text}` as an argument",
            severity=Severity.WARNING if known else None,
            because=(
                found.why,
                found.large,
                f"`{found.text}` holds {found.elements:,} numbers" if found.elements else "",
            ),
            assumed=() if found.elements or found.large else (f"`{found.text}` is large",),
        )
