"""Functions, classes and methods that nothing of a project speaks of.

What they would do, they never do. Nothing is said of the top of a file of which nothing else is in
use: its functions may be there for others. Whoever is installed by others has such functions, too:
there it is said of what is private by its name, and of what no manual lists.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.python import DEFINITIONS
from jaxopt_lint.semantics.python.nodes import rows_of

_Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
# What these decorators make is known by its name alone.
_PLAIN = ("functools.", "dataclasses.", "flax.struct.", "chex.", "typing.", "jaxtyping.",
          "beartype.", "attr.", "attrs.",
          "contextlib.")  # fmt: skip
_OF_METHODS = ("flax.linen.compact", "flax.linen.nowrap", "haiku.transparent", "abc.")
_BUILTIN = ("staticmethod", "classmethod", "property")
# What calls no methods of a class but those that all classes have.
_BASES = ("typing.", "typing_extensions.", "abc.", "flax.struct.", "unittest.TestCase")
# What may take a name of the file from a text, or all names at once.
_BY_TEXT = ("globals(", "eval(", "exec(", "locals(", "vars(", "getmembers(", "sys.modules",
            "Fire()")  # fmt: skip
_BY_NAME = ("getattr(", "methodcaller(", "__dict__", "dir(")
_CALLED = ("__", "setup", "tree_", "test", "setUp", "tearDown")  # by frameworks


@dataclass(frozen=True, slots=True)
class Uncalled:
    """The rows that nothing comes to.

    Attributes:
        of_programs: where nobody else uses the file.
        of_packages: where others may use what is public and they can know of.
    """

    of_programs: frozenset[int] = frozenset()
    of_packages: frozenset[int] = frozenset()


@fact
def uncalled_rows(facts: Facts) -> Uncalled:
    """The rows of functions, classes and methods that nothing speaks of, or only such do."""
    module, idle = facts.module, facts.project.idle
    if not idle or any(text in module.text for text in _BY_TEXT):
        return Uncalled()
    own: list[_Defined] = [n for n in module.tree.body if isinstance(n, _Defined)]
    methods = [f for c in own if isinstance(c, ast.ClassDef) for f in _methods(facts, c)]
    texts = {n.value for n in module.all(ast.Constant) if isinstance(n.value, str)}
    silent = {
        n: _readers(facts, n, n in methods) for n in (*own, *methods)
        if f"{module.name}.{module.qualname(n)}" in idle
        and n.name not in texts
        and _plain(facts, n, n in methods)
    }  # fmt: skip
    while live := [n for n, by in silent.items() if not all(_idle(silent, n, h) for h in by)]:
        for node in live:
            del silent[node]
    taken = taken_elsewhere(facts)
    if not any(  # in use: by others, by what the file does when it runs, or nobody knows by whom
        n.name in taken or n.name in texts or not _plain(facts, n, method=False)
        or not all(_readers(facts, n, method=False))
        for n in own
    ):  # fmt: skip
        return Uncalled()
    known = facts.project.documented
    unknown = {n for n in silent if n.name.startswith("_") or not known}
    return Uncalled(_rows(silent), _rows(unknown))


def _idle(silent: Container[ast.AST], node: _Defined, around: list[ast.AST | None]) -> bool:
    """Whether a definition that nothing comes to stands around a read of one, or that itself."""
    return node in around or any(one in silent for one in around if one is not None)


def _readers(facts: Facts, node: _Defined, method: bool) -> list[list[ast.AST | None]]:
    """The functions around each place of the file that may mean a definition, and their classes."""
    module = facts.module
    reads: list[ast.AST] = list(module.reads(module.top, node.name)) if not method else [
        *module.attributes(node.name), *module.named(node.name),
        *(k.value for k in module.all(ast.keyword) if k.arg == node.name),
    ]  # fmt: skip
    inner = [list(module.functions(read)) for read in reads]
    return [[one for f in around for one in (f, module.class_of(f))] for around in inner]


def _rows(nodes: Iterable[_Defined]) -> frozenset[int]:
    return frozenset(row for node in nodes for row in rows_of(node))


def _methods(facts: Facts, owner: ast.ClassDef) -> list[_Defined]:
    """The methods of a class that nobody calls who does not speak of them."""
    if any(text in facts.module.text for text in _BY_NAME) or not _stands_alone(facts, owner):
        return []
    names = [f.name for f in owner.body if isinstance(f, DEFINITIONS)]
    return [
        f for f in owner.body
        if isinstance(f, DEFINITIONS) and names.count(f.name) == 1
        and not f.name.startswith(_CALLED)
    ]  # fmt: skip


def _stands_alone(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether no class from elsewhere that is above another one calls its methods by itself."""
    if not _plain(facts, owner, method=False) or owner.keywords:
        return False
    return framework_of(facts, owner) is not None or all(
        facts.names.is_builtin(base, "object")
        or (facts.names.of(base) or "").startswith(_BASES)
        or any(
            isinstance(b.node, ast.ClassDef) and b.node is not owner
            and _stands_alone(facts, b.node)
            for b in (facts.names.binding(base) if isinstance(base, ast.Name) else ())
        )
        for base in (b.value if isinstance(b, ast.Subscript) else b for b in owner.bases)
    )  # fmt: skip


def _plain(facts: Facts, node: _Defined, method: bool) -> bool:
    """Whether nothing that stands at a definition takes note of it, and it is the only one."""
    if not method and len(facts.module.top.bindings.get(node.name, ())) != 1:
        return False
    made = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
    return all(
        (name := facts.names.of(one) or "") in TRANSFORMS
        or name.startswith((*_PLAIN, *_OF_METHODS) if method else _PLAIN)
        or (method and facts.names.is_builtin(one, *_BUILTIN))
        for one in made
    )
