"""Definitions that only those come to who speak of them: nothing takes note of them, and no class
from elsewhere calls their methods by itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from jaxopt_lint.semantics.jax.api.frameworks import framework_named
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import FOREIGN
from jaxopt_lint.semantics.jax.facts import Facts, fact
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
_BY_TEXT = re.compile(r"\bgetmembers\(|\b(?:builtins\.(?:eval|exec)|sys\.modules)\b|\bFire\(\)")
_OF_TEXTS = ("globals", "eval", "exec", "locals", "vars")
_BY_NAME = re.compile(r"\bmethodcaller\(|__dict__")
_CALLED = ("__", "setup", "tree_", "test", "setUp", "tearDown")  # by frameworks


def takes_by_text(facts: Facts) -> bool:
    """Whether a file may take names of its own from a text, or all names at once."""
    return _BY_TEXT.search(facts.module.text) is not None or _reads(facts, *_OF_TEXTS)


def asks_by_name(facts: Facts) -> bool:
    """Whether a file asks objects for what a text names that is not written there."""
    return _asks_by_name(facts)


@fact
def _asks_by_name(facts: Facts) -> bool:
    module = facts.module
    if _BY_NAME.search(module.text) is not None or _reads(facts, "dir", "vars"):
        return True
    for name in module.named("getattr"):
        match module.parent.get(name):
            case ast.Call(func, [_, ast.Constant(), *_]) if func is name:
                continue
        return True
    return False


def _reads(facts: Facts, *names: str) -> bool:
    """Whether a file reads one of some builtins."""
    return any(facts.names.is_builtin(n, name) for name in names for n in facts.module.named(name))


def tracked_methods(facts: Facts, owner: ast.ClassDef) -> list[Defined]:
    """The methods of a class that nobody calls who does not speak of them, if that holds of the
    classes of other files above it (`hanging_on`)."""
    if asks_by_name(facts) or hanging_on(facts, owner) is None:
        return []
    names = [f.name for f in owner.body if isinstance(f, DEFINITIONS)]
    return [
        f for f in owner.body
        if isinstance(f, DEFINITIONS) and names.count(f.name) == 1
        and not f.name.startswith(_CALLED)
    ]  # fmt: skip


def hanging_on(facts: Facts, owner: ast.ClassDef) -> tuple[str, ...] | None:
    """The classes of other files above a class, dotted, where no other one is above it that calls
    its methods by itself; None where one may."""
    return _hanging_on(facts, owner)


@fact
def _hanging_on(facts: Facts, owner: ast.ClassDef) -> tuple[str, ...] | None:
    if not is_plain(facts, owner, method=False) or owner.keywords:
        return None
    out = list[str]()
    for base in (b.value if isinstance(b, ast.Subscript) else b for b in owner.bases):
        name = facts.names.of(base) or ""
        if (
            facts.names.is_builtin(base, "object")
            or name.startswith(_BASES)
            or (name.endswith(".Module") and framework_named(name) is not None)
        ):
            continue
        found = facts.names.binding(base) if isinstance(base, ast.Name) else ()
        inner = [b.node for b in found if isinstance(b.node, ast.ClassDef)]
        above = [_hanging_on(facts, node) for node in inner if node.lineno < owner.lineno]
        if known := [one for one in above if one is not None]:
            out += known[0]
        elif name and not inner and not name.startswith(FOREIGN):
            out.append(name)
        else:
            return None
    return tuple(out)


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
