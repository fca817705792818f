"""Imports from modules of JAX that are nobody else's business."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.api.private import public_name
from jaxopt_lint.semantics.jax.shims import cover
from jaxopt_lint.semantics.subjects.versions.uses import uses


class PrivateApi(Rule):
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

    def visit_Import(self, node: ast.Import) -> None:
        self._look(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._look(node)

    def _look(self, node: ast.Import | ast.ImportFrom) -> None:
        if self.facts.module.name.split(".")[0] in ("jax", "jaxlib"):
            return
        for alias in node.names:
            imported = uses(self.facts).imports.get(alias)
            if imported is None or not imported.dotted.startswith("jax._src"):
                continue
            if cover(self.facts.names, alias) is not None:
                continue  # the file gets along without it
            public = public_name(imported.dotted)
            self.report(
                alias,
                f"`{imported.dotted}` is private: any release of JAX may move or drop it",
                help=f"use `{public}`" if public else "",
            )
