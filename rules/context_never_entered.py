"""Context managers of JAX that stand alone or are assigned to, and so change nothing."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.expected import raises_meant


class ContextNeverEntered(Rule[ast.Call | ast.Attribute]):
    """A context manager is called as a statement of its own, or assigned to: nothing enters it.

    ## Why is this bad?
    `jax.default_device(device)` gives a context manager. What it says holds from the `with` that
    enters it to the end of its block; called alone it is dropped at once, and nothing is changed:
    the arrays go to the first device as before, the precision stays what it was, nothing is
    profiled, and no error tells. Nor does anything ask the module for a setting:
    `jax.default_matmul_precision = "float32"` puts a text in the place of the function, and leaves
    the precision as it was.

    ## Example
    ```python
    import jax


    def choose(index):
        jax.default_device(jax.devices()[index])
    ```
    Enter it, `with jax.default_device(device): ...`, or set the option for the whole program:
    `jax.config.update("jax_default_device", device)`.

    ## When to keep it
    Never. `jax.set_mesh`, which also works as a statement, is not reported, nor is what an
    `ExitStack` enters.
    """

    code = "JOL840"
    summary = "A context manager of JAX is called or assigned to, and never entered"
    words = (
        "default_device", "precision", "debug_", "x64", "disable_jit", "named_scope", "guard",
        "leaks", "promotion", "log_compiles", "profiler", "compile_time", "use_mesh",
    )  # fmt: skip

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Store):
            return
        name = self.facts.names.of(node)
        stored = self.facts.module.statement(node)
        if name not in _CONTEXTS or not isinstance(stored, ast.Assign):
            return
        if _puts_back(self.facts, stored, name):
            return
        option = _CONTEXTS[name]
        given = self.source(stored.value)
        self.report(
            node,
            f"`{self.source(node)} = ...` puts a value in the place of a function of JAX, and sets "
            "nothing",
            help=f"set the option: `jax.config.update('{option}', {given})`"
            if option
            else f"`with {self.source(node)}(...):` around what it is for",
        )

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value
        name = self.facts.names.call(call)
        if not isinstance(call, ast.Call) or name is None or name not in _CONTEXTS:
            return
        if raises_meant(self.facts, call):
            self.facts.doubt(call, "an error of {} may be what is waited for", call)
            return
        option = _CONTEXTS[name]
        given = self.source(call.args[0]) if len(call.args) == 1 and not call.keywords else "..."
        spelt = f", or set it for the whole program: `jax.config.update('{option}', {given})`"
        self.report(
            call,
            f"`{self.source(call.func)}` changes nothing unless a `with` enters it: called alone "
            "it is dropped at once",
            help=f"`with {self.source(call.func)}(...):` around what it is for"
            + (spelt if option else ""),
        )


def _puts_back(facts: Facts, stored: ast.Assign, name: str) -> bool:
    """Whether a function is put in its place, as those who test or wrap it do."""
    return not isinstance(stored.value, ast.Constant) and (
        facts.names.of(stored.value) == name or not isinstance(stored.value, ast.JoinedStr)
    )


# What gives a context manager and nothing else, with the option that sets the same for good.
_CONTEXTS = {
    "jax.default_device": "jax_default_device",
    "jax.default_matmul_precision": "jax_default_matmul_precision",
    "jax.default_prng_impl": "jax_default_prng_impl",
    "jax.debug_nans": "jax_debug_nans",
    "jax.debug_infs": "jax_debug_infs",
    "jax.debug_key_reuse": "jax_debug_key_reuse",
    "jax.enable_x64": "jax_enable_x64",
    "jax.experimental.enable_x64": "jax_enable_x64",
    "jax.experimental.disable_x64": "",
    "jax.disable_jit": "",
    "jax.log_compiles": "jax_log_compiles",
    "jax.numpy_dtype_promotion": "jax_numpy_dtype_promotion",
    "jax.numpy_rank_promotion": "jax_numpy_rank_promotion",
    "jax.check_tracer_leaks": "jax_check_tracer_leaks",
    "jax.checking_leaks": "",
    "jax.transfer_guard": "jax_transfer_guard",
    "jax.transfer_guard_host_to_device": "jax_transfer_guard_host_to_device",
    "jax.transfer_guard_device_to_host": "jax_transfer_guard_device_to_host",
    "jax.transfer_guard_device_to_device": "jax_transfer_guard_device_to_device",
    "jax.ensure_compile_time_eval": "",
    "jax.named_scope": "",
    "jax.profiler.trace": "",
    "jax.profiler.TraceAnnotation": "",
    "jax.profiler.StepTraceAnnotation": "",
    "jax.sharding.use_mesh": "",
    "jax.sharding.use_abstract_mesh": "",
}
