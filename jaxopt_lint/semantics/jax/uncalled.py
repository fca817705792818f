"""Functions and classes at the top of a file of a program that nothing of the program speaks of.

What they would do, they never do. Nothing is said of a file of which nothing else is in use: its
functions may be there for others. Whoever is installed by others has such functions, too; that
is for those to know who know where the file lies.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.facts import Facts, fact

_Top = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
# What these decorators make is known by its name alone.
_PLAIN = ("functools.", "dataclasses.", "flax.struct.", "chex.", "typing.", "jaxtyping.",
          "beartype.", "attr.", "attrs.",
          "contextlib.")  # fmt: skip
# What may take a name of the file from a text, or all names at once.
_BY_TEXT = ("globals(", "eval(", "exec(", "locals(", "vars(", "getmembers(", "sys.modules",
            "Fire()")  # fmt: skip


@fact
def uncalled_rows(facts: Facts) -> frozenset[int]:
    """The rows of functions and classes that nothing of a program speaks of, or only such do."""
    idle, module = facts.project.idle, facts.module
    own = [node for node in module.tree.body if isinstance(node, _Top)]
    left = {n.name: n for n in own if f"{module.name}.{n.name}" in idle and _plain(facts, n)}
    if not left or any(text in module.text for text in _BY_TEXT):
        return frozenset()
    texts = {n.value for n in module.all(ast.Constant) if isinstance(n.value, str)}
    left = {name: node for name, node in left.items() if name not in texts}
    homes = {row: node.name for node in left.values() for row in _rows(node.body[0], node)}
    silent = {
        name: {homes.get(read.lineno) for read in module.reads(module.top, name)} - {name}
        for name in left
    }
    while live := [name for name, by in silent.items() if any(h not in silent for h in by)]:
        for name in live:
            del silent[name]
    if len(silent) == len(own):
        return frozenset()
    return frozenset(row for name in silent for row in _rows(left[name], left[name]))


def _rows(first: ast.stmt, last: ast.stmt) -> range:
    return range(first.lineno, (last.end_lineno or last.lineno) + 1)


def _plain(facts: Facts, node: _Top) -> bool:
    """Whether nothing that stands at a definition takes note of it, and it is the only one."""
    if len(facts.module.top.bindings.get(node.name, ())) != 1:
        return False
    made = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
    names = [facts.names.of(one) or "" for one in made]
    return all(name in TRANSFORMS or name.startswith(_PLAIN) for name in names)
