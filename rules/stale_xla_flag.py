"""Compiler flags that the compiler does not know."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.runtime_env_set_too_late import backend_started_by
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api import xla_flags
from jaxopt_lint.semantics.jax.api.history import text
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.subjects.environment import variables


class StaleXlaFlag(Rule[ast.Constant]):
    """A flag in `XLA_FLAGS` is gone, misspelt, or meant for another variable.

    ## Why is this bad?
    The process that starts with an unknown flag in `XLA_FLAGS` is aborted at its first use of a
    device. Flags come and go with every release of jaxlib, so that a script that was tuned a year
    ago does not start today. Flags of the TPU's compiler go to `LIBTPU_INIT_ARGS`.

    ## Example
    ```python
    import os

    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + (
        " --xla_gpu_enable_async_collectives=true"
        " --xla_gpu_enable_latency_hiding_scheduler=true"
    )

    import jax

    print(jax.devices())
    ```
    becomes
    ```python
    import os

    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + (
        " --xla_gpu_enable_latency_hiding_scheduler=true"
    )

    import jax

    print(jax.devices())
    ```

    ## Fix safety
    The fix is only shown: what the flag was there for may have another flag today. Without it the
    program starts again.

    ## When to keep it
    Where the program is only ever run on the releases that know the flag: say so with
    `target-jax`.
    """

    code = "JOL903"
    summary = "A compiler flag is unknown to the compiler"
    about_names = True
    across_files = True
    severity = Severity.ERROR
    fix = "drop-xla-flags"
    words = ("--xla_",)

    def matches(self) -> Iterable[ast.Constant]:
        for setting in variables.settings(self.facts).values():
            if setting.name != "XLA_FLAGS":
                continue
            if backend_started_by(self.facts, setting.statement) is None:  # else nobody reads it
                yield from variables.literals(self.facts, setting.value)

    def judge(self, literal: ast.Constant) -> None:
        for flag in dict.fromkeys(xla_flags.flags_in(str(literal.value))):
            self._flag(literal, flag)

    def _flag(self, literal: ast.Constant, flag: str) -> None:
        if in_shim(self.facts, literal):
            return
        aborted = "the process is aborted at its first use of a device"
        if flag.startswith("xla_tpu_"):
            help = "flags of the TPU's compiler go to `LIBTPU_INIT_ARGS`"
            self.report(literal, f"`--{flag}` is no flag of `XLA_FLAGS`: {aborted}", help=help)
            return
        unknown = xla_flags.unknown(flag, self.facts.target_jax)
        if unknown is not None and unknown.near:
            release = text(self.facts.target_jax) or xla_flags.newest()
            self.report(
                literal,
                f"jaxlib {release} has no flag `--{flag}`: {aborted}",
                help=f"it has `--{unknown.near}`",
                assumed=(f"no release knows it: none up to {xla_flags.newest()} does",),
            )
        elif unknown is not None:
            older = f"jaxlib {unknown.last} still knew it" if unknown.last else ""
            self.report(
                literal,
                f"`--{flag}` is gone since jaxlib {unknown.gone}: {aborted}",
                help="leave it out",
                because=(older or "it is older than that",),
            )
