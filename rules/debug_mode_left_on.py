"""Settings of JAX that look for bugs, left on for a whole program."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.project import is_test_file
from jaxopt_lint.semantics.jax.switched import is_on, switched


class DebugModeLeftOn(Rule[ast.Call]):
    """A program turns one of JAX's settings for debugging on, as soon as it starts.

    ## Why is this slow?
    With `jax_debug_nans` or `jax_debug_infs`, JAX waits for every result of compiled code, brings
    it to the host and looks for NaNs or infinities in it: the host never runs ahead of the device,
    and what fails is run again, operation by operation. `jax_disable_jit` compiles nothing at all.
    `jax_check_tracer_leaks` and `jax_enable_checks` trace more, and keep less in caches.

    ## Example
    ```python
    import jax

    jax.config.update("jax_debug_nans", True)


    @jax.jit
    def step(params, batch):
        return params - 0.1 * batch.mean()
    ```
    Turn it on from outside for the run that looks for a bug, `JAX_DEBUG_NANS=1 python train.py`,
    or around the code that is suspected: `with jax.debug_nans(True): ...`.

    ## When to keep it
    While you look for a bug, or where NaNs are the known risk of a computation: the looks for them
    are for information, all else is a warning. Tests are not reported, nor is what stands behind a
    test of a flag, in a function, or what the file turns off again.
    """

    code = "JOL908"
    summary = "A setting for debugging is on for the whole program"
    about_names = True
    words = ("jax_debug_", "jax_disable_jit", "jax_check_tracer_leaks", "jax_enable_checks")

    def visit_Call(self, node: ast.Call) -> None:
        setting = self._switched(node)
        if setting is None or not is_on(node):
            return
        facts = self.facts
        if facts.module.function(node) is not None or is_test_file(facts.display):
            return
        statement = facts.module.statement(node)
        if facts.module.parent[statement] is not facts.module.tree:
            facts.doubt(node, "it is not always come to", early=True)
            return
        others = (c for c in facts.module.all(ast.Call) if self._switched(c) == setting)
        if any(not is_on(other) for other in others):
            facts.doubt(node, "the file turns {} off again", setting)
            return
        on = f"`{setting}` is on for the whole program"
        own = f"{facts.module.name}."
        if any(name.startswith(own) for name in facts.project.imported):
            on = f"`{setting}` is on for every program that imports this module"
        self.report(
            node,
            f"{on}: {_COSTS[setting]}",
            help=f"set `{setting.upper()}=1` for the runs that look for a bug",
            severity=Severity.INFO if _COSTS[setting] == _NANS else None,
        )

    def _switched(self, node: ast.Call) -> str | None:
        """The setting for debugging that a call switches."""
        setting = switched(self.facts, node)
        return setting if setting in _COSTS else None


_NANS = "every result of compiled code is waited for and looked through"
_COSTS = {
    "jax_debug_nans": _NANS,
    "jax_debug_infs": _NANS,
    "jax_disable_jit": "nothing is compiled",
    "jax_check_tracer_leaks": "every trace is checked, and none is kept for the next call",
    "jax_enable_checks": "everything that JAX does inside is checked",
}
