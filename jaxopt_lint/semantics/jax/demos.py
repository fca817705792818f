"""Code that shows a module at work: the `__main__` block of a module that others import."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact


def in_demo(facts: Facts, node: ast.AST) -> bool:
    """Whether code runs only where a module, which others import, is run by itself."""
    blocks = _blocks(facts)
    return bool(blocks) and any(
        around in blocks and child in around.body
        for child, around in facts.module.way_out(node)
        if isinstance(around, ast.If)
    )


@fact
def _blocks(facts: Facts) -> frozenset[ast.If]:
    """The `if __name__ == "__main__":` of a file, if another one imports something of it."""
    found = frozenset(node for node in facts.module.all(ast.If) if _asks_for_main(node.test))
    own = f"{facts.module.name}."
    others = found and any(name.startswith(own) for name in facts.project.imported)
    return found if others else frozenset()


def _asks_for_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]):
            return True
    return False
