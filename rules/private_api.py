"""Imports from modules of JAX that are nobody else's business."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.api.private import public_name
from jaxopt_lint.semantics.jax.shims import cover
from jaxopt_lint.semantics.subjects.versions.uses import Imported, uses


class PrivateApi(Rule[Imported]):
    """Something is imported from a private module of JAX.

    ## Why is this bad?
    `jax._src` has no stability promise: names in it move or vanish in any release, without a
    warning before. Much of what is imported from there has a public name.

    ## Example
    ```python
    from jax._src.mesh import Mesh


    def make(devices):
        return Mesh(devices, ("data",))
    ```
    becomes
    ```python
    from jax.sharding import Mesh


    def make(devices):
        return Mesh(devices, ("data",))
    ```

    ## Fix safety
    Both names stand for the same object. Where there is no public name, there is no fix, and the
    first import of a file stands for all.

    ## When to keep it
    Where there is no public way, pinned to the JAX releases that the code was tested with.
    """

    code = "JOL705"
    summary = "Something is imported from a private module of JAX"
    fix = "public-import"
    words = ("_src",)

    def matches(self) -> Iterable[Imported]:
        own = self.facts.module.name.split(".")[0] in ("jax", "jaxlib")
        return () if own else uses(self.facts).imports.values()

    def judge(self, found: Imported) -> None:
        if not self._is_private(found):
            return
        public = public_name(found.dotted)
        several = [found.dotted]
        if not public:
            # Where there is no other way, the first stands for all: it is one decision.
            without = [i for i in self.matches() if self._is_private(i)]
            without = [i for i in without if not public_name(i.dotted)]
            if found is not without[0]:
                return
            several = list(dict.fromkeys(i.dotted for i in without))
        shown = _listed(several)
        verb, them = ("is", "it") if len(several) == 1 else ("are", "them")
        used = [public] if public else self._used(several)
        self.report(
            found,
            f"{shown} {verb} private: any release of JAX may move or drop {them}",
            help=f"use {_listed(used)}" if used else "",
        )

    def _is_private(self, found: Imported) -> bool:
        if not found.dotted.startswith("jax._src"):
            return False
        return cover(self.facts.names, found.alias) is None  # or the file gets along without it

    def _used(self, modules: list[str]) -> list[str]:
        """The public names of what is used of private modules, where all of it has one."""
        paths = uses(self.facts).paths.values()
        used = [p for p in paths if any(p == m or p.startswith(m + ".") for m in modules)]
        public = {".".join(p.split(".")[:4]): "" for p in used}
        public = {name: public_name(name) for name in public}
        return sorted(set(public.values())) if all(public.values()) else []


def _listed(names: Sequence[str]) -> str:
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} and {last}" if others else last
