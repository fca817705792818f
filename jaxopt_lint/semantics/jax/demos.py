"""Code that shows a module at work: the `__main__` block of a module that others import."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact


@fact
def demo_rows(facts: Facts) -> frozenset[int]:
    """The rows that run only where a module, which others import, is run by itself."""
    blocks = [node for node in facts.module.all(ast.If) if _asks_for_main(node.test)]
    own = f"{facts.module.name}."
    if not blocks or not any(name.startswith(own) for name in facts.project.imported):
        return frozenset()
    # What follows an `else` runs where the module is imported.
    return frozenset(
        row for b in blocks for row in range(b.lineno, (b.body[-1].end_lineno or b.lineno) + 1)
    )


def _asks_for_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]):
            return True
    return False
