"""Definitions that only those come to who speak of them: nothing takes note of them, and no class
from elsewhere calls their methods by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from jaxopt_lint.semantics.jax.api.frameworks import framework_named
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import DEFINITIONS

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
# What these decorators make is known by its name alone.
_PLAIN = ("functools.", "dataclasses.", "flax.struct.", "chex.", "typing.", "jaxtyping.",
          "beartype.", "attr.", "attrs.", "jax.tree_util.register_",
          "contextlib.")  # fmt: skip
_OF_METHODS = ("flax.linen.compact", "flax.linen.nowrap", "haiku.transparent", "abc.")
_BUILTIN = ("staticmethod", "classmethod", "property")
# What calls no methods of a class but those that all classes have.
_BASES = ("typing.", "typing_extensions.", "abc.", "flax.struct.", "unittest.TestCase")
# What may take a name of the file from a text, or all names at once.
BY_TEXT = ("globals(", "eval(", "exec(", "locals(", "vars(", "getmembers(", "sys.modules",
           "Fire()")  # fmt: skip
_BY_NAME = ("getattr(", "methodcaller(", "__dict__", "dir(")
_CALLED = ("__", "setup", "tree_", "test", "setUp", "tearDown")  # by frameworks


def tracked_methods(facts: Facts, owner: ast.ClassDef) -> list[Defined]:
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
    if not is_plain(facts, owner, method=False) or owner.keywords:
        return False
    return all(
        facts.names.is_builtin(base, "object")
        or (name := facts.names.of(base) or "").startswith(_BASES)
        or (name.endswith(".Module") and framework_named(name) is not None)
        or any(
            isinstance(b.node, ast.ClassDef) and b.node is not owner
            and _stands_alone(facts, b.node)
            for b in (facts.names.binding(base) if isinstance(base, ast.Name) else ())
        )
        for base in (b.value if isinstance(b, ast.Subscript) else b for b in owner.bases)
    )  # fmt: skip


def is_plain(facts: Facts, node: Defined, method: bool) -> bool:
    """Whether nothing that stands at a definition takes note of it, and it is the only one."""
    if not method and len(facts.module.top.bindings.get(node.name, ())) != 1:
        return False
    return takes_no_note(facts, node, method)


def takes_no_note(facts: Facts, node: Defined, method: bool) -> bool:
    """Whether nothing that stands at a definition takes note of it."""
    made = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
    return all(
        (name := facts.names.of(one) or "") in TRANSFORMS
        or name.startswith((*_PLAIN, *_OF_METHODS) if method else _PLAIN)
        or (method and facts.names.is_builtin(one, *_BUILTIN))
        for one in made
    )


def inner_rows(block: Iterable[ast.stmt]) -> Iterator[int]:
    """The rows on which some statements stand."""
    for statement in block:
        first = min(
            [statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))]
        )
        yield from range(first, (statement.end_lineno or first) + 1)


def body_rows(node: Defined) -> Iterator[int]:
    """The rows of what a definition does when somebody calls it, or makes an object of it: its
    head, and what stands in a class, run where the file does."""
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            if isinstance(inner, DEFINITIONS):
                yield from body_rows(inner)
    else:
        for row in inner_rows(node.body):
            if row > node.lineno or node.end_lineno == node.lineno:
                yield row
