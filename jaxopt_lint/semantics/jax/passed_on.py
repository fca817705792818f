"""Functions of other files that a file hands on, instead of calling them.

Who gets them may trace them: `run(step, state)`, `{"sgd": step}`, `step = jax.jit(step)`.
"""

from __future__ import annotations

import ast
import builtins

from jaxopt_lint.semantics.jax.calls import FOREIGN
from jaxopt_lint.semantics.jax.facts import Facts

# Of these the file itself says where a function is traced, and others run it as it is.
_KNOWN = ("jax.", "flax.", "equinox.", "haiku.", "threading.", "multiprocessing.", "concurrent.",
          "absl.app.", "atexit.", "inspect.", "time.", "timeit.")  # fmt: skip


def passed_on(facts: Facts) -> set[str]:
    """The dotted names of what a file takes from others and hands on, as a value."""
    out: set[str] = set()
    module = facts.module
    stars = [b.target.removesuffix(".*") for b in module.top.bindings.get("*", [])]
    for node in module.all(ast.Name, ast.Attribute):
        taker = _taker(facts, node)
        if taker is None:
            continue
        name = facts.names.of(node)
        if name is None:
            bare = isinstance(node, ast.Name) and not facts.names.binding(node)
            if bare and not hasattr(builtins, ast.unparse(node)):
                out |= {f"{star}.{ast.unparse(node)}" for star in stars}
        elif "." in name and not name.startswith((*FOREIGN, f"{module.name}.")):
            func = facts.names.of(taker.func) if isinstance(taker, ast.Call) else None
            if not (func or "").startswith(_KNOWN):
                out.add(name)
    return out


def _taker(facts: Facts, node: ast.expr) -> ast.AST | None:
    """What gets the value of a name that is not called, and of which no part is read."""
    around = facts.module.parent.get(node)
    if isinstance(around, ast.keyword):
        around = facts.module.parent.get(around)
    if isinstance(around, ast.Call):
        return around if node is not around.func else None
    loads = isinstance(getattr(node, "ctx", None), ast.Load)
    return around if loads and isinstance(around, _TAKERS) else None


_TAKERS = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.Return, ast.Dict, ast.List, ast.Tuple,
           ast.IfExp, ast.Starred)  # fmt: skip
