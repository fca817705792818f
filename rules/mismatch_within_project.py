"""Calls and imports that do not fit the project's own code: they raise."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.library_modules import is_library
from jaxopt_lint.patterns.mismatch_within_project import Misfit, misfits
from jaxopt_lint.patterns.name_not_in_module import Lacking, lacking
from jaxopt_lint.rule import Rule, Severity


class MismatchWithinProject(Rule[Misfit | Lacking]):
    """A function of the project is called with an argument too few, too many, or of another name.

    ## Why is this bad?
    It raises `TypeError` where the call is come to, which in a program for JAX often is late: when
    the training step is traced, after the data was loaded and the model initialised, or on the
    first evaluation, hours later. The same goes for a name that is taken from a module of the same
    package which does not have it: what is left when a helper was renamed or moved. An import of it
    raises `ImportError`, and reading it by a dot `AttributeError`. Where a module of the package is
    imported that is nowhere in its folder, the importing file cannot run at all: whatever else is
    found in it is for information.

    ## Example
    ```python
    import jax.numpy as jnp


    def reverse(x, alpha, sigma):
        return x / jnp.sqrt(alpha) + sigma


    def infer(x):
        return reverse(x)
    ```
    Give what it needs, `reverse(x, alpha, sigma)`, or give the parameters defaults.

    ## When to keep it
    Never: it raises. Where the function itself does nothing but raise, as it is still to be
    written, that is for information. A function or class of another file counts where only one can
    be meant: its file lies beside the calling one or in its package, and binds the name once, under
    no condition. What waits for the error, functions behind decorators that may change what they
    take, and methods that another class may have, too, are not reported, nor are names that a
    module may get in another way (`import *`, `__getattr__`, `globals()`), and modules that a build
    makes, or of which a file beside the packages speaks (`pyproject.toml`, `.gitignore`). Imports
    of files that nobody imports and that do nothing by themselves are for information, and so are
    further ones of the same file.
    """

    code = "JOL862"
    summary = "A call or an import does not fit the project's own code, and raises"
    about_names = True
    stops = True
    severity = Severity.ERROR
    words = ("jax", "flax", "equinox", "haiku", "optax")

    def matches(self) -> Iterator[Misfit | Lacking]:
        yield from misfits(self.facts)
        yield from lacking(self.facts)

    def judge(self, found: Misfit | Lacking) -> None:
        if isinstance(found, Lacking):
            self._lacks(found)
            return
        severity = Severity.INFO if found.unwritten else None
        self.report(
            found,
            f"`{self.source(found.node.func)}` {found.wrong}: it raises TypeError",
            help=f"look at its parameters ({found.where})",
            severity=severity,
        )

    def _lacks(self, found: Lacking) -> None:
        imported = not isinstance(found.node, ast.Attribute)
        # What nobody imports, and does nothing by itself, is hardly in use any more.
        idle = self.facts.module.name not in self.facts.project.imported_from
        idle = idle and is_library(self.facts)
        again = any(isinstance(match, Lacking) for match, _ in self.findings)
        severity = Severity.INFO if imported and (idle or again) else None
        if not found.path:
            self.report(
                found,
                f"the package `{found.module}` has no module `{found.name}`: it raises "
                "ModuleNotFoundError",
                help="import what it has become, or take the file away if nobody needs it",
                severity=severity,
                since=(0,),
                gone=f"{found.module}.{found.name}",
            )
            return
        self.report(
            found,
            f"`{found.module}` has no `{found.name}`: it raises "
            + ("ImportError" if imported else "AttributeError"),
            help=f"look at the names of {found.path}",
            severity=severity,
            since=(0,) if imported else None,
            gone=f"{found.module}.{found.name}" if imported else "",
        )
