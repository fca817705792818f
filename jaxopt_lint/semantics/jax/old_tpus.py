"""What only ran on the TPU nodes that Colab had until 2023: their address stood in a variable of
the environment that nothing sets any more."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.unset import UNKNOWN, is_environment, unset

VARIABLE = "COLAB_TPU_ADDR"


def of_old_tpus(facts: Facts) -> Iterator[ast.stmt]:
    """The statements under a test that only held on such a node."""
    if VARIABLE not in facts.module.text or _sets_it(facts):
        return
    for node in facts.module.all(ast.If):
        held = unset(facts, node.test, VARIABLE)
        if held is not UNKNOWN:
            yield from node.orelse if held else node.body
    for tried in facts.module.all(ast.Try):
        for i, statement in enumerate(tried.body):
            if any(_is_item(facts, n) for n in facts.module.inside(ast.Subscript, statement)):
                yield from tried.body[i + 1 :]
                break


def _sets_it(facts: Facts) -> bool:
    """Whether the file gives the variable a value itself."""
    return any(
        _is_item(facts, node) and not isinstance(node.ctx, ast.Load)
        for node in facts.module.all(ast.Subscript)
    ) or any(
        facts.names.call(call) in ("os.environ.setdefault", "os.environ.update", "os.putenv")
        for call in facts.module.all(ast.Call)
    )


def _is_item(facts: Facts, node: ast.Subscript) -> bool:
    """Whether a subscript is the variable: `os.environ["COLAB_TPU_ADDR"]`."""
    key = node.slice
    named = isinstance(key, ast.Constant) and key.value == VARIABLE
    return named and is_environment(facts, node.value)
