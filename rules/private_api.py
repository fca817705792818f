"""Imports from modules of JAX that are nobody else's business."""

from __future__ import annotations

from collections.abc import Iterable

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
    Both names stand for the same object. Where there is no public name, there is no fix.

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
        if not found.dotted.startswith("jax._src"):
            return
        if cover(self.facts.names, found.alias) is not None:
            return  # the file gets along without it
        public = public_name(found.dotted)
        self.report(
            found,
            f"`{found.dotted}` is private: any release of JAX may move or drop it",
            help=f"use `{public}`" if public else "",
        )
