"""Calls that have to come before JAX starts, and come after."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.runtime_env_set_too_late import (
    backend_started_by,
    compiled_before,
    started_before,
)
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import text_of

_WIDE = "jax_enable_x64"
_CACHE = "jax_compilation_cache_dir"
_RAISES = "raises RuntimeError"
# What has to come before JAX starts, and what it does afterwards.
_FIRST = {
    "jax.distributed.initialize": _RAISES,
    "numpyro.set_host_device_count": "has no effect any more",
}
_COUNTS = ("jax_num_cpu_devices",)
_LOOKS = (0, 4, 21)  # since then `initialize` looks whether the backend has started


class ConfiguredAfterStart(Rule[ast.Call]):
    """What has to be said before JAX starts is said after it.

    ## Why is this bad?
    The first array, or the first look at the devices, starts JAX's backend.
    `jax.distributed.initialize` has to come before: it raises `RuntimeError` afterwards, or each
    process keeps to itself. So does the number of CPU devices (`jax_num_cpu_devices`,
    `numpyro.set_host_device_count`). Importing a module of the project starts JAX where that makes
    an array as it is imported. Arrays that are made before `jax_enable_x64` is on have 32 bits and
    keep them, while what is made later has 64, and what is compiled before
    `jax_compilation_cache_dir` is set is not kept there.

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
    words = ("distributed", "set_host_device_count", "jax_num_cpu_devices", _WIDE, _CACHE)

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self._told = set[str]()  # the places that start JAX: what comes after one has one cause

    def visit_Call(self, node: ast.Call) -> None:
        self._look_at_cache(node)
        wide = self._widens(node)
        how = "" if wide else self._told_too_late(node)
        if not wide and not how:
            return
        statement = next(
            a for a in (node, *self.facts.module.ancestors(node)) if isinstance(a, ast.stmt)
        )
        started = started_before(self.facts, statement)
        if error_meant(self.facts, node) or in_shim(self.facts, node):
            return
        if started is None:
            if how:
                self._after_import(node, statement, how)
            return
        at = f"`{self.source(started.func)}` on line {started.lineno}"
        if not wide:
            self.report(
                node,
                f"{at} has started JAX before `{self.source(node.func)}`, which has to come first: "
                f"it {how}",
                help="call it before anything else of JAX",
            )
        elif self._makes_wide(started):
            self.report(
                node,
                f"{at} has made an array before 64 bits are turned on: it keeps 32",
                severity=Severity.INFO,
                help="turn them on right after the import of JAX",
            )

    def _look_at_cache(self, node: ast.Call) -> None:
        """The folder of the compilation cache, which holds nothing that was compiled before."""
        if self.facts.names.call(node) != "jax.config.update" or len(node.args) != 2:
            return
        if text_of(node.args[0]) != _CACHE:
            return
        earlier = compiled_before(self.facts, self.facts.module.statement(node))
        if earlier is None or in_shim(self.facts, node) or error_meant(self.facts, node):
            return
        self.report(
            node,
            f"`{self.source(earlier.func)}` on line {earlier.lineno} is compiled before the cache "
            "has a folder: it is not kept there, and compiles anew whenever the program runs",
            severity=Severity.INFO,
            help="say it right after the import of JAX",
        )

    def _told_too_late(self, node: ast.Call) -> str:
        """What a call does that has to come before JAX starts, and comes after; "" for others."""
        name = self.facts.names.call(node) or ""
        if name == "jax.config.update" and node.args:
            return _RAISES if text_of(node.args[0]) in _COUNTS else ""
        if name == "numpyro.set_host_device_count" and _asks_for_one(node):
            return ""  # which is what there is anyway
        if name == "jax.distributed.initialize" and not self.facts.targets(_LOOKS):
            return ""
        return _FIRST.get(name, "")

    def _after_import(self, node: ast.Call, statement: ast.stmt, how: str) -> None:
        """A module of the project that starts JAX as it is imported."""
        start = backend_started_by(self.facts, statement)
        if start is None or not start.place:
            return
        self.report(
            node,
            f"the import on line {start.statement.lineno} has started JAX, as `{start.call}` is "
            f"called there ({start.place}): `{self.source(node.func)}` {how}",
            help="call it before the import, or let the module start nothing as it is imported",
            severity=Severity.INFO if start.place in self._told else None,
        )
        self._told.add(start.place)

    def _widens(self, node: ast.Call) -> bool:
        """Whether a call is the only place in the file that speaks of wide types, and turns them
        on for all that follows."""
        if self.facts.names.call(node) != "jax.config.update" or len(node.args) != 2:
            return False
        option, value = node.args
        on = isinstance(value, ast.Constant) and value.value is True
        spoken = self.facts.module.text.lower().count("enable_x64")
        return text_of(option) == _WIDE and on and spoken == 1

    def _makes_wide(self, call: ast.Call) -> bool:
        """Whether a call makes such an array: by itself, or by a function of the file whatever
        happens in it."""
        function = calls(self.facts).function(call)
        if not isinstance(function, ast.FunctionDef):
            return self._is_wide_maker(call)
        plain = [s for s in function.body if isinstance(s, (ast.Assign, ast.Expr, ast.Return))]
        return any(map(self._is_wide_maker, self.facts.module.inside(ast.Call, *plain)))

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


def _asks_for_one(call: ast.Call) -> bool:
    """Whether a call sets a number of devices, and to 1."""
    match [*call.args, *(k.value for k in call.keywords)]:
        case [ast.Constant(1)]:
            return True
    return False
