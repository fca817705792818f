"""What any rewrite must satisfy before it is believed, whatever codemod made it."""

from __future__ import annotations

import ast
import builtins
import io
import tokenize
from collections import Counter
from functools import lru_cache

from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.syntax.reading import compiles


class Violation(Exception):
    """Which promise of every fix the rewrite breaks, in words for the user."""


def check(old: Module, new_text: str, *, comments_kept: bool = False) -> Module:
    """The index of the new text, if it is acceptable.

    Args:
        comments_kept: it is known already that no comment was touched.

    Raises:
        Violation: it does not parse, loses a comment, or reads a name that nothing binds.
    """
    try:
        new = Module(new_text, old.name, path=old.path, is_package=old.is_package)
        compiles(new.parsed, await_anywhere=bool(old.seams))
    except (SyntaxError, ValueError) as error:
        raise Violation(f"the result would not parse ({error})") from None
    lost = (
        None if comments_kept else _comments_of_old(old.parsed.tokens) - comments(new.parsed.tokens)
    )
    if lost:
        lost -= Counter(old.idle_comments)
    if lost:
        raise Violation(f"the comment `{next(iter(lost))}` would be lost")
    missing = undefined(new)
    if missing:
        missing -= undefined(old)
    if missing:
        raise Violation(f"the name `{min(missing)}` would be undefined")
    idle = unused_locals(new)
    if idle:
        idle -= unused_locals(old)
    if idle:
        raise Violation(f"`{min(idle)[1]}` would be left without a use")
    return new


def unused_locals(module: Module) -> set[tuple[str, str]]:
    """(function, name) of local names that are assigned or imported and never read."""
    read = set()
    for node in module.all(ast.Name):
        if not isinstance(node.ctx, ast.Store):
            read.add((module.scope[node].holder(node.id), node.id))
    return {
        (module.qualname(scope.node), name)
        for scope in module.scopes.values()
        if scope.is_function
        for name, bindings in scope.bindings.items()
        if not name.startswith("_")
        and (scope, name) not in read
        and all(isinstance(b.node, (ast.Assign, ast.Import, ast.ImportFrom)) for b in bindings)
        and all(b.kind in ("assign", "import") for b in bindings)
    }


@lru_cache(maxsize=4)
def _comments_of_old(text: str) -> Counter[str]:
    return comments(text)


def comments(text: str) -> Counter[str]:
    """Every comment of a text, with how often it stands there."""
    if "#" not in text:
        return Counter()
    found: Counter[str] = Counter()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                found[token.string.strip()] += 1
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass
    return found


def undefined(module: Module) -> set[str]:
    """Names that are read and that no scope around the reader, nor builtins, binds."""
    if has_star_import(module):
        return set()
    out = set()
    for node in module.all(ast.Name):
        name: str = node.id
        if hasattr(builtins, name) or name in _IMPLICIT:
            continue
        scope = module.scope.get(node, module.top)
        if name not in scope.outer and scope.holder(name) is None:
            out.add(name)
    return out


def has_star_import(module: Module) -> bool:
    """Whether names come from `from module import *`, nobody knows which."""
    return any(
        getattr(alias, "name", "") == "*"
        for node in module.all(ast.ImportFrom)
        for alias in node.names
    )


_IMPLICIT = {"__file__", "__name__", "__doc__", "__path__", "__class__", "__builtins__",
             "__spec__", "__loader__", "__package__", "__annotations__", "__module__",
             "__qualname__", "WindowsError"}  # fmt: skip
