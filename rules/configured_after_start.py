"""Calls that have to come before JAX starts, and come after."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.runtime_env_set_too_late import started_before
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import text_of

_WIDE = "jax_enable_x64"


class ConfiguredAfterStart(Rule[ast.Call]):
    """What has to be said before JAX starts is said after it.

    ## Why is this bad?
    The first array, or the first look at the devices, starts JAX's backend.
    `jax.distributed.initialize` has to come before: it raises `RuntimeError` afterwards, or each
    process keeps to itself. Arrays that are made before `jax_enable_x64` is on have 32 bits and
    keep them, while what is made later has 64.

    ## Example
    ```python
    import jax


    def main(address, count, rank):
        print("devices", jax.local_device_count())
        jax.distributed.initialize(address, count, rank)
        return jax.device_count()
    ```
    Make it the first thing that the program does, before any array and any look at the devices.

    ## When to keep it
    A program that turns 64 bits on and off on purpose. What asks first whether JAX has started is
    not reported.
    """

    code = "JOL909"
    summary = "What has to come before JAX starts comes after"
    severity = Severity.ERROR
    words = ("distributed", _WIDE)

    def visit_Call(self, node: ast.Call) -> None:
        wide = self._widens(node)
        if not wide and self.facts.names.call(node) != "jax.distributed.initialize":
            return
        statement = next(
            a for a in (node, *self.facts.module.ancestors(node)) if isinstance(a, ast.stmt)
        )
        started = started_before(self.facts, statement)
        if started is None or error_meant(self.facts, node) or in_shim(self.facts, node):
            return
        at = f"`{self.source(started.func)}` on line {started.lineno}"
        if not wide:
            self.report(
                node,
                f"{at} has started JAX before `{self.source(node.func)}`, which has to come first: "
                "it raises RuntimeError",
                help="call it before anything else of JAX",
            )
        elif self._is_wide_maker(started):
            self.report(
                node,
                f"{at} has made an array before 64 bits are turned on: it keeps 32",
                severity=Severity.INFO,
                help="turn them on right after the import of JAX",
            )

    def _widens(self, node: ast.Call) -> bool:
        """Whether a call is the only place in the file that speaks of wide types, and turns them
        on for all that follows."""
        if self.facts.names.call(node) != "jax.config.update" or len(node.args) != 2:
            return False
        option, value = node.args
        on = isinstance(value, ast.Constant) and value.value is True
        spoken = self.facts.module.text.lower().count("enable_x64")
        return text_of(option) == _WIDE and on and spoken == 1

    def _is_wide_maker(self, call: ast.Call) -> bool:
        """Whether a call makes an array whose width is left to the default."""
        typed = any(k.arg in ("dtype", None) for k in call.keywords)
        name = self.facts.names.call(call) or ""
        return (
            name.rpartition(".")[2] in _DEFAULT_WIDTH
            and name.startswith("jax.numpy.")
            and (not typed and len(call.args) <= _DEFAULT_WIDTH[name.rpartition(".")[2]])
        )


# Makers of arrays of the default width, with the arguments before the type.
_DEFAULT_WIDTH = {"zeros": 1, "ones": 1, "linspace": 3, "eye": 2}
