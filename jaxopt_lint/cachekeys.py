"""What a file's findings depend on besides its own bytes, as digests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from jaxopt_lint.semantics.project import Project

FOLDER = ".jaxopt_lint_cache"  # of a project; here, as asking for it must not load the cache


def about(project: Project, module: str, jax: tuple[str | None, str | None]) -> str:
    """A digest of what the project says that matters to one of its modules.

    Args:
        jax: the oldest and the newest JAX that the module is for.
    """
    prefix = f"{module}."
    traced = [
        repr(t)
        for name, found in sorted(project.traced.items())
        if name.startswith(prefix) or not module
        for t in found
    ]
    callers = [
        f"{name}:{why}"
        for name, why in sorted(project.staged_callers.items())
        if name.startswith(prefix) or not module
    ]
    taken = sorted(f"<{n}" for n in project.imported if n.startswith(prefix) or not module)
    return hash_of([project.digest, repr(jax), *traced, *callers, *taken])


def digest(project: Project) -> str:
    """A digest of what every module may depend on: re-exports, what is jitted where it is
    defined or made, which names other modules assign, and whether 64-bit types are what they
    say."""
    exports = [f"{m}:{sorted(names.items())}" for m, names in sorted(project.exports.items())]
    decorated = sorted(
        name
        for name, found in project.traced.items()
        if any(t.decorated and t.transform in ("jit", "pmap") for t in found)
    )
    stored = sorted(f"={name}" for name in project.stored)
    returned = [f"{name}={found}" for name, found in sorted(project.returned.items())]
    parts = [*exports, *decorated, *sorted(project.makers), *stored, str(project.x64), *returned]
    return hash_of(parts)


def hash_of(parts: Iterable[str]) -> str:
    """One digest for a list of texts."""
    made = hashlib.sha256()
    for part in parts:
        made.update(part.encode(errors="surrogatepass"))
        made.update(b"\0")
    return made.hexdigest()
