"""Random numbers, clocks and other inputs of Python that traced code reads once."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.leads_nowhere import leads_nowhere
from jaxopt_lint.patterns.python_randomness_in_traced_code import (
    HostInput,
    environment_reads,
    host_input,
    variable,
)
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.abstract import why_abstract
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import forward_method
from jaxopt_lint.semantics.jax.machine.confirmed import left_out


class PythonRandomnessInTracedCode(Rule[HostInput]):
    """Traced code calls `random`, a clock, `uuid`, `input`, or `next`, or reads `os.environ`.

    ## Why is this bad?
    Under `jax.jit`, `scan` and their kin Python runs once, while JAX records the computation. What
    it gets from outside at that moment becomes a constant of the compiled code: every later call
    uses the same "random" numbers and the same time, and every step of a `scan` the one batch that
    `next` took from an iterator outside. Nothing warns about it.

    ## Example
    ```python
    import jax
    import numpy as np


    @jax.jit
    def jittered(x):
        return x + 0.1 * np.random.normal(size=x.shape)
    ```
    Draw with `jax.random` from a key that is an argument and differs from call to call; measure
    time around the call, after `jax.block_until_ready`; read settings outside and pass them.

    ## When to keep it
    For numbers that are meant to be constants. Seeded generators (`np.random.RandomState(0)`) are
    not reported, nor are callbacks that run on the host, calls of Equinox modules that nothing is
    seen to trace, and iterators that were made in a trace. A setting that is read from the
    environment while tracing is a note only, and so is a clock that is read there.
    """

    code = "JOL801"
    summary = "Traced code asks Python for a random number, the time or another outside value"
    words = ("random", "time", "uuid", "environ", "getenv", "input(", "secrets", "next(")

    def matches(self) -> Iterable[HostInput]:
        asked = self.facts.module.all(ast.Call, ast.Subscript)
        return filter(None, (host_input(self.facts, node) for node in asked))

    def _environment(self, found: HostInput, why: str) -> None:
        """One finding for all variables that one trace reads in a file: they have one cause."""
        reads = _traces(self.facts)[why]
        if reads[0].node is not found.node:
            return
        variables = list(dict.fromkeys(variable(read.node) for read in reads))
        rows = list(dict.fromkeys(read.node.lineno for read in reads))
        listed = " and ".join(f"`{v}`" for v in variables[:2])
        if len(variables) > 2:
            listed = f"`{variables[0]}` and {len(variables) - 1} more variables"
        more = f"; {len(rows)} lines from here to {rows[-1]} read it" if len(rows) > 1 else ""
        self.report(
            found,
            f"the environment is read once, while tracing ({why}): a later change of {listed} does "
            f"not reach the compiled code{more}",
            help="a change needs a new process or `jax.clear_caches()`; to switch at run time, "
            "pass it as a static argument",
            severity=Severity.INFO,
            because=(why,),
        )

    def judge(self, found: HostInput) -> None:
        if leads_nowhere(self.facts, found.node):
            self.facts.doubt(found.node, "nothing comes of what {} gives", found.node)
            return
        assumed = ""
        why = why_abstract(self.facts, found.node)
        if why is not None and "`eval_shape`" not in why:
            if found.what == "environment":
                self._environment(found, why)
                return
            if left_out(self.facts, found.node):
                self.facts.doubt(found.node, "what is compiled leads past {}", found.node)
                return
        elif tracing(self.facts).host(self.facts.module.function(found.node)):
            return
        else:
            method = forward_method(self.facts, found.node)
            if method is None or found.what == "environment":
                return
            why, assumed = "", f"`{method}` runs under a transform, as the calls of modules do"
        message, help = _WORDS[found.what]
        message = message.format(found.name, f" ({why})" if why else "")
        self.report(
            found,
            message,
            help=help,
            # A clock may show on purpose how long tracing takes; its reading is seldom of use else.
            severity=Severity.INFO if found.what == "clock" else None,
            because=(why,),
            assumed=(assumed,),
        )


_WORDS = {
    "random": (
        "`{}` draws once, while tracing{}: every call of the compiled code gets the same values",
        "draw with `jax.random` from a key that is passed in",
    ),
    "clock": (
        "`{}` reads the clock once, while tracing{}: it says nothing about when the code runs",
        "take the time outside of traced code",
    ),
    "identifier": (
        "`{}` runs once, while tracing{}: every call of the compiled code gets the same value",
        "make it outside of traced code",
    ),
    "item": (
        "`{}` takes one item, while tracing{}: every step gets the same one",
        "stack the items, and let the loop go over them: `jax.lax.scan(body, init, items)`",
    ),
    "batch": (
        "`{}` takes one item, while tracing{}: every call of the compiled code gets the same one",
        "take it outside of traced code and pass it",
    ),
    "keyboard": (
        "`{}` asks once, while tracing{}: every call of the compiled code gets the same answer",
        "ask outside of traced code and pass the answer",
    ),
}


@fact
def _traces(facts: Facts) -> dict[str, list[HostInput]]:
    """The reads of the environment that tracing makes, by why their code is traced."""
    out: dict[str, list[HostInput]] = {}
    for read in environment_reads(facts):
        if (trace := why_abstract(facts, read.node)) is not None:
            out.setdefault(trace, []).append(read)
    return out
