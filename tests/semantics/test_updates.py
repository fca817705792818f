"""What functions give back in a new version, and which tests let only some turns through."""

import ast

import pytest

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.subjects.memory.updates import updates
from jaxopt_lint.semantics.subjects.transfer.steps import is_periodic

HEAD = "import dataclasses, jax, optax\n"


def facts_of(text: str) -> Facts:
    return Facts(Module(HEAD + text, "m", path="m.py"), Project())


def updated(text: str) -> list[str]:
    facts = facts_of(text)
    functions = [n for n in facts.module.tree.body if isinstance(n, ast.FunctionDef)]
    return updates(facts).updated(functions[-1])


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("return optax.apply_updates(params, updates), 0", ["params"]),
        ("_, state = tx.update(g, state)\n    return params, state", ["state"]),
        ("return 0, state.apply_gradients(grads=g)", ["state"]),
        ("return dataclasses.replace(state, a=1)", ["state"]),
        ("p = optax.apply_updates(state.params, g)\n    return State(params=p)", ["state"]),
        ("return optax.apply_updates(state.params, g)", []),
        ("return jax.tree.map(lambda p, d: p - d, params, g)", ["params"]),
        ("return jax.tree.map(f, params, state)", []),
        ("params = f(params)\n    return params", ["params"]),
        ("new_params, _ = f(params)\n    return new_params", []),  # but for its name
        ("return params, state", []),
        ("return f(params)", []),
        ("return [w - 0.1 * d for w, d in zip(params, g)]", ["params"]),
        (
            "(a, state), _ = jax.lax.scan(f, (params, state), g)\n    return a",
            ["params"],
        ),
        ("return helper(g, params)", ["params"]),
    ],
)
def test_updated(body: str, wanted: list[str]) -> None:
    helper = "def helper(a, b):\n    return optax.apply_updates(b, a)\n"
    assert updated(f"{helper}def step(params, state, g):\n    {body}\n") == wanted


@pytest.mark.parametrize(
    ("test", "wanted"),
    [
        ("step % 100 == 0", True),
        ("i == last", False),  # by no modulus
        ("its_time(step)", False),
        ("epoch > 3", False),
        ("step % 1 == 0", False),
        ("step % EVERY == 0", False),
        ("jax.process_index() == 0", False),
        ("verbose", False),
        ("writer is not None", False),
    ],
)
def test_is_periodic(test: str, wanted: bool) -> None:
    facts = facts_of(f"EVERY = 1\nif {test}:\n    pass\n")
    node = facts.module.tree.body[-1]
    assert isinstance(node, ast.If)
    assert is_periodic(facts, node.test) is wanted
