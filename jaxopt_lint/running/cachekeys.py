"""What a file's findings depend on besides its own bytes, as digests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.jax.project import Project

if TYPE_CHECKING:
    from jaxopt_lint.settings.jaxversion import JaxRange

FOLDER = ".jaxopt_lint_cache"  # of a project; here, as asking for it must not load the cache


def about(project: Project, module: str, jax: JaxRange) -> str:
    """A digest of what the project says that matters to one of its modules.

    Args:
        jax: the releases of JAX that the module is for, and where that is said.
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
    given = [
        f"{name}({found}"
        for name, found in sorted(project.given.items())
        if name.startswith(prefix) or not module
    ]
    given += [
        f"{name}[{found}"
        for told in (
            project.numbers,
            project.configured,
            project.variables,
            project.hosted,
            project.looped,
            project.tried,
            project.renewed,
            project.set_alike,
        )
        for name, found in sorted(told.items())
        if name.startswith(prefix) or not module
    ]
    given += sorted(f"{n}!" for n in project.once if n.startswith(prefix) or not module)
    given += sorted(f"{n}?" for n in project.perhaps if n.startswith(prefix) or not module)
    given += sorted(f"{n}~" for n in project.idle if n.startswith(prefix) or not module)
    given += sorted(f"{n}^" for n in project.unreached if n.startswith(prefix) or not module)
    given += sorted(f"{n}%" for n in project.shown if n.startswith(prefix) or not module)
    given += sorted(f"{n}." for n in project.left if n.startswith(prefix) or not module)
    given += ["unused"] if module in project.unused else []
    given += ["hidden"] if module in project.hidden else []
    taken = sorted(f"<{n}" for n in project.imported if n.startswith(prefix) or not module)
    looked_into = [project.texts[n].digest for n in sorted(project.near(module) & {*project.texts})]
    return hash_of([project.digest, repr(jax), *traced, *callers, *given, *taken, *looked_into])


def digest(project: Project) -> str:
    """A digest of what every module may depend on: re-exports, what is jitted where it is
    defined or made, which names other modules assign, which classes are modules of frameworks,
    what functions do besides, whether gradients are taken, and whether 64-bit types are what they
    say."""
    exports = [f"{m}:{sorted(names.items())}" for m, names in sorted(project.exports.items())]
    return hash_of([*exports, *_to_all(project)])


def _to_all(project: Project) -> list[str]:
    """What a project says to every module, besides what stands for what where."""
    decorated = sorted(
        name
        for name, found in project.traced.items()
        if any(t.decorated and t.transform in ("jit", "pmap") for t in found)
    )
    stored = sorted(f"={name}" for name in project.stored)
    returned = [f"{name}={found}" for name, found in sorted(project.returned.items())]
    networks = [f"{name}:{which}" for name, which in sorted(project.networks.items())]
    makers = sorted(project.makers)
    done = sorted(f"{n}:{e}" for n, e in project.effects.items() if n in project.imported)
    numbers = sorted(f"{n}:{v!r}" for n, v in project.constants.items() if n in project.imported)
    settings = [f"{maker}:{fields}" for maker, fields in sorted(project.settings.items())]
    told = [
        *decorated,
        *makers,
        *stored,
        str(project.x64),
        str(project.sets_mesh),
        project.joins_processes,
        str(project.takes_gradients),
        str(project.documented),
        str(project.manual),
        *(f"~{name}" for name in sorted(project.looked_through)),
        *(f"-{name}" for name in sorted(project.absent)),
        *(f"@{name}" for name in sorted(project.named)),
        *returned,
        *networks,
    ]
    return [*told, *done, *numbers, *settings]


def concerned(before: Project, after: Project, modules: Iterable[str]) -> set[str]:
    """The modules to which a project says something else after some of its texts have changed.

    Imports that come or go concern nobody: a fix takes away only what no other file reads.
    """
    names = set(modules)
    if _to_all(before) != _to_all(after) or any(
        after.exports.get(module, {}).get(name, target) != target
        for module, exports in before.exports.items()
        for name, target in exports.items()
    ):
        return names
    anew = {n for n, text in after.texts.items() if text != before.texts.get(n, text)}
    beside = {name for name in names if anew and after.near(name) & anew}
    changed = before.imported ^ after.imported
    changed |= _changed(before.traced, after.traced)
    changed |= _changed(before.staged_callers, after.staged_callers)
    changed |= _changed(before.given, after.given)
    changed |= _changed(before.variables, after.variables)
    changed |= _changed(before.numbers, after.numbers)
    changed |= _changed(before.configured, after.configured)
    changed |= _changed(before.hosted, after.hosted)
    changed |= _changed(before.looped, after.looped)
    changed |= _changed(before.tried, after.tried)
    changed |= _changed(before.renewed, after.renewed)
    changed |= before.idle ^ after.idle
    changed |= before.unreached ^ after.unreached
    changed |= before.shown ^ after.shown
    changed |= before.left ^ after.left
    changed |= {f"{name}." for name in before.unused ^ after.unused}
    changed |= {f"{name}." for name in before.hidden ^ after.hidden}
    changed |= before.once ^ after.once
    changed |= before.perhaps ^ after.perhaps
    found = {""} if changed else set()
    for name in changed:
        while name:
            name = name.rpartition(".")[0]
            found.add(name)
    return (found & names) | beside


def _changed(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    return {name for name in {*before, *after} if before.get(name) != after.get(name)}


def hash_of(parts: Iterable[str]) -> str:
    """One digest for a list of texts."""
    made = hashlib.sha256()
    for part in parts:
        made.update(part.encode(errors="surrogatepass"))
        made.update(b"\0")
    return made.hexdigest()
