"""Modules that start JAX's backend when they are imported."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.library_modules import is_library
from jaxopt_lint.patterns.runtime_env_set_too_late import started_at_import
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.recurrence import in_test


class BackendStartedAtImport(Rule[ast.Call]):
    """A module that others import makes an array, a key, or a list of devices at its top.

    ## Why is this bad?
    The first array starts JAX's backend, which takes the time that the driver needs, and three
    quarters of a GPU's memory, of every program that imports the module, be it only for its
    `--help`. From then on it is too late to say anything: `jax.distributed.initialize` raises
    `RuntimeError`, and the platform, the number of CPU devices and `XLA_FLAGS` are settled. A
    default argument is made at import, too, and all calls share it: `key=jax.random.key(0)` gives
    each of them the same numbers.

    ## Example
    ```python
    import jax.numpy as jnp

    SCALE = jnp.array([0.5, 0.25])


    def scaled(x):
        return x * SCALE
    ```
    Make constants with NumPy, which JAX takes as they are, or in the function that uses them; give
    arguments the default None.

    ## When to keep it
    In a program. A file is reported that others import, or that does nothing but define names;
    every finding is for information.
    """

    code = "JOL910"
    summary = "A module that others import starts JAX's backend at its top"
    severity = Severity.INFO

    def matches(self) -> Iterable[ast.Call]:
        if not is_library(self.facts):
            return ()
        call = started_at_import(self.facts)
        return () if call is None or in_test(self.facts, call) else (call,)

    def judge(self, call: ast.Call) -> None:
        default = self.facts.module.around(call, ast.arguments) is not None
        what = "for a default argument, which all calls share" if default else "at the top"
        self.report(
            call,
            f"`{self.source(call.func)}` runs {what}: whoever imports the module starts JAX's "
            "backend",
            help="make it with NumPy, or where it is used",
        )
