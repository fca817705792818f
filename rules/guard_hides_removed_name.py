"""Removed names in a `try` that swallows the error and offers no other way."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.api.history import Change, table, text
from jaxopt_lint.semantics.subjects.versions.outdated import Outdated, outdated


class GuardHidesRemovedName(Rule[Outdated]):
    """The error that a removed name raises is swallowed, and the code goes on without it.

    ## Why is this bad?
    A guard such as `except ImportError: HAS_JAX = False` is meant for machines without JAX. On a
    JAX that has removed one of the names in the `try` it catches that error, too: everything
    behind the guard is off, or slow, and nobody is told. The finding names the handler and the
    release that removed the name.

    ## Example
    ```python
    try:
        import jax
        from jax.lib.xla_bridge import get_backend

        HAS_JAX = True
    except ImportError:
        HAS_JAX = False
    ```
    becomes
    ```python
    try:
        import jax
        from jax.extend.backend import get_backend

        HAS_JAX = True
    except ImportError:
        HAS_JAX = False
    ```

    ## Fix safety
    As for removed names without a guard: only what moved or was renamed is rewritten, where the
    oldest JAX that the project supports knows the new name. What was off is on again afterwards.
    A guard that offers another way, taken from JAX or NumPy, is a shim and is left alone, and so
    are tests of the version and `hasattr` of something of JAX. A handler that raises swallows
    nothing: `removed-api` speaks there.

    ## When to keep it
    Where the code is there for old releases only, and newer ones need nothing in its place.
    """

    code = "JOL708"
    summary = "The error of a removed name is swallowed, and what needs the name is off"
    about_names = True
    fix = "renamed-api"

    def matches(self) -> Iterable[Outdated]:
        seen: dict[tuple[object, Change], Outdated] = {}
        for found in outdated(self.facts).values():
            if found.swallowed is not None:
                seen.setdefault((found.swallowed, found.change), found)
        return seen.values()

    def judge(self, found: Outdated) -> None:
        change, handler = found.change, found.swallowed
        if isinstance(handler, ast.ExceptHandler):
            caught = handler.type
            by = f"`except {self.source(caught)}`" if caught else "the bare `except`"
        else:
            by = "`suppress`"
        target = self.facts.newest_jax
        new = table().successor(change, self.facts.oldest_jax, target)
        self.report(
            found,
            f"`{change.symbol}` was removed in JAX {text(change.removed)}, and {by} on line "
            f"{getattr(handler, 'lineno', 1)} swallows the error: the code goes on without it",
            help=f"use `{new}`" if new else change.note,
        )
