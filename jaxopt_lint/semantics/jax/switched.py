"""Which settings of JAX a file switches with `jax.config.update`."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import text_of

UPDATES = frozenset({"jax.config.update", "jax.config.config.update"})
# With these on, a call of compiled code looks through its results, and so waits for them.
LOOKS_THROUGH = frozenset({"jax_debug_nans", "jax_debug_infs"})


def switched(facts: Facts, call: ast.Call) -> str | None:
    """The setting that a call switches."""
    if facts.names.call(call) not in UPDATES or len(call.args) != 2:
        return None
    return text_of(call.args[0])


def is_on(call: ast.Call) -> bool:
    """Whether what switches a setting turns it on."""
    value = call.args[1]
    return isinstance(value, ast.Constant) and value.value is True


def looks_through_results(facts: Facts) -> bool:
    """Whether compiled calls of a file look for NaN or infinities in what they give: it says so, or
    all modules that import it do."""
    if facts.module.name in facts.project.looked_through:
        return True
    if not any(setting in facts.module.text for setting in LOOKS_THROUGH):
        return False
    return any(
        switched(facts, call) in LOOKS_THROUGH and is_on(call)
        for call in facts.module.all(ast.Call)
    )
