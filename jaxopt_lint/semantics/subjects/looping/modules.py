"""Which framework modules and parameters a loop's body calls or creates."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python.nodes import last_part
from jaxopt_lint.semantics.subjects.looping.body import own_nodes

_STREAMS = {"next_rng_key", "next_rng_keys", "make_rng", "param", "variable", "sow",
            "get_parameter", "get_state", "set_state", "reserve_rng_keys", "perturb",
            "put_variable"}  # fmt: skip
_FRAMEWORKS = ("flax.", "haiku.", "trax.", "objax.", "praxis.", "penzai.", "numpyro.", "distrax.",
               "elegy.", "t5x.")  # fmt: skip


def modules_called(facts: Facts, body: list[ast.AST], at: ast.AST) -> str | None:
    """The framework module or parameter that a body calls or creates; None if there is none."""
    owner = next((a for a in facts.module.ancestors(at) if isinstance(a, ast.ClassDef)), None)
    # Equinox keeps parameters in the objects themselves: its methods are plain functions of them.
    bound = framework_of(facts, owner) not in (None, "equinox")
    for node in own_nodes(body):
        if not isinstance(node, ast.Call):
            continue
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _STREAMS:
            root = func.value
            if isinstance(root, ast.Name):
                return f"`{ast.unparse(func)}`"
        dotted = facts.names.of(func) or ""
        last = dotted.rpartition(".")[2] or last_part(func)
        if dotted.startswith(_FRAMEWORKS) and last[:1].isupper():
            return f"`{last}`"
        if last[:1].isupper() and last[1:2] and not last.isupper() and _makes(facts, func, dotted):
            return f"`{last}`"
        if isinstance(func, ast.Name):
            for binding in facts.names.binding(func):
                made = binding.value
                if isinstance(made, ast.Call) and _makes_module(facts, made):
                    return f"`{func.id}`"
                if isinstance(made, ast.Call) and made.args and _is_partial(facts, made):
                    name = facts.names.of(made.args[0]) or ""
                    if name.startswith(_FRAMEWORKS) and name.rpartition(".")[2][:1].isupper():
                        return f"`{func.id}`"
        if bound and isinstance(func, ast.Attribute) and facts.module.is_self(func.value):
            return f"`self.{func.attr}`"
    return None


def _makes(facts: Facts, func: ast.expr, dotted: str) -> bool:
    """Whether calling a capitalised name makes an object that is no plain record."""
    if dotted.startswith(("jax.", "numpy.", "equinox.", "typing.", "jaxlie.", "optax.")):
        return False
    if isinstance(func, ast.Name):
        for binding in facts.names.binding(func):
            if isinstance(binding.node, ast.ClassDef):
                bases = [ast.unparse(b) for b in binding.node.bases]
                decorators = [ast.unparse(d) for d in binding.node.decorator_list]
                if any("NamedTuple" in b or "PyTree" in b or "eqx.Module" in b for b in bases):
                    return False
                if any(words.RECORD_DECORATOR.says(d) for d in decorators):
                    return False
    return True


def _makes_module(facts: Facts, made: ast.Call) -> bool:
    dotted = facts.names.of(made.func) or ""
    last = dotted.rpartition(".")[2] or last_part(made.func)
    return last[:1].isupper() and (
        dotted.startswith(_FRAMEWORKS) or not dotted.startswith(("jax.", "numpy.", "equinox."))
    )


def _is_partial(facts: Facts, made: ast.Call) -> bool:
    return facts.names.of(made.func) == "functools.partial"
