"""Modules that change JAX's options for the whole program when they are imported."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.library_modules import is_library
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.python import text_of


class OptionSetAtImport(Rule[ast.Call]):
    """A module that others import turns 64 bits, or checks, on for the whole program.

    ## Why is this bad?
    `jax.config.update` holds for all code of the process. What imports the module gets other
    types everywhere: arrays take twice the memory, a GPU computes at a fraction of its speed, and
    `jnp.array(1.0)` of somebody else's code is `float64`. Whether that happens depends on which
    import comes first.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)


    def accurate(x):
        return jnp.cumsum(x.astype(jnp.float64))
    ```
    Leave it to the program that uses the module, and say in the manual that it needs 64 bits; or
    compute in them where they are needed, in `with jax.enable_x64(True):`.

    ## When to keep it
    In a program, and in a package of which it is known that all of it needs 64 bits: every finding
    is for information. A file is reported that other files import.
    """

    code = "JOL911"
    summary = "A module that others import changes JAX's options for all"
    severity = Severity.INFO
    words = ("jax_",)

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) != "jax.config.update" or not node.args:
            return
        option = text_of(node.args[0])
        if option not in _OPTIONS or self.facts.module.function(node) is not None:
            return
        if not is_library(self.facts) or self._is_program(node):
            self.facts.doubt(node, "nobody is seen to import this file")
            return
        self.report(
            node,
            f"importing this module sets `{option}` for the whole program, of others' code, too",
            help=_OPTIONS[option],
        )

    def _is_program(self, node: ast.Call) -> bool:
        """Whether a test around a call asks how the file is run."""
        return any(isinstance(around, ast.If) for around in self.facts.module.ancestors(node))


_WIDE = "leave it to the program, or compute in `with jax.enable_x64(True):` where it is needed"
_LEFT = "leave it to the program that imports the module"
_OPTIONS = {
    "jax_enable_x64": _WIDE,
    "jax_debug_nans": _LEFT,
    "jax_debug_infs": _LEFT,
    "jax_disable_jit": _LEFT,
    "jax_platforms": _LEFT,
    "jax_platform_name": _LEFT,
    "jax_default_matmul_precision": _LEFT,
}
