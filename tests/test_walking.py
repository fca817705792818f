"""`walk` and `children` give what `ast` gives, in the same order, and an index of calls agrees."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python import Module
from jaxopt_lint.semantics.python.walking import children, walk

HERE = Path(__file__).parent
FILES = [*sorted((HERE / "sources").rglob("*.py"))[:20], HERE / "fact_texts.py", Path(__file__)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_all_nodes_come_in_the_order_of_ast(path: Path) -> None:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError):
        pytest.skip("not Python for this interpreter")
    expected = [node for node in ast.walk(tree) if not isinstance(node, ast.expr_context)]
    assert walk(tree) == expected
    assert walk(tree) == expected  # now that the children are known
    for node in expected:
        below = [n for n in ast.iter_child_nodes(node) if not isinstance(n, ast.expr_context)]
        assert [*children(node)] == below


def test_what_walk_gives_belongs_to_the_caller() -> None:
    tree = ast.parse("f((a, b), c)")
    walk(tree).clear()
    assert len(walk(tree)) == 8


TEXT = """
import jax
import jax.numpy as jnp
from jax import lax

a = jnp.sum(jnp.ones(3))
b = lax.scan(f, lax.cond(p, g, h, a), a)
c = f(jax.vmap(f)(b))
d = jnp.sum(c)
"""


def test_calls_are_found_by_name_in_source_order() -> None:
    facts = Facts(Module(TEXT, "m"), Project())
    rows = [(name, call.lineno) for call, name in called(facts, "jax.numpy.sum", "jax.lax.")]
    assert rows == [
        ("jax.numpy.sum", 6), ("jax.lax.scan", 7), ("jax.lax.cond", 7), ("jax.numpy.sum", 9),
    ]  # fmt: skip
    assert [*called(facts, "jax.numpy.su")] == []
    every = {name for _, name in called(facts, "jax.")}
    assert every == {
        "jax.numpy.sum", "jax.numpy.ones", "jax.lax.scan", "jax.lax.cond", "jax.vmap",
    }  # fmt: skip
