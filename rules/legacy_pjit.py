"""`pjit` and the keywords that it had before shardings were objects."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import not_yet
from jaxopt_lint.semantics.jax.api.pjit import JIT_SHARDS, OLD_KEYWORDS, PJIT
from jaxopt_lint.semantics.subjects.versions.outdated import beyond_what_is_spoken_of, which_jax
from jaxopt_lint.semantics.subjects.versions.uses import uses

_REMOVED = (0, 4, 14)  # since when the old keywords are gone


class LegacyPjit(Rule[ast.expr | ast.keyword]):
    """`pjit`, which `jax.jit` has taken over, or one of its removed keywords.

    ## Why is this bad?
    `jax.jit` shards by itself since JAX 0.4.7, and `pjit` warns since 0.8.0. The move is no
    rename: `pjit` takes bare `PartitionSpec`s from the mesh that `with mesh:` enters and reads
    `None` as "replicated", whereas `jax.jit` wants shardings that know their mesh and reads `None`
    as "as it comes". The keywords `in_axis_resources` and `out_axis_resources` are gone since
    0.4.14.

    ## Example
    ```python
    import jax
    import numpy as np
    from jax.experimental.pjit import pjit
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    mesh = Mesh(np.array(jax.devices()), ("data",))

    with mesh:
        double = pjit(lambda x, k: x * k, in_shardings=(P("data"), None), out_shardings=P("data"))
    ```
    becomes
    ```python
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    mesh = Mesh(np.array(jax.devices()), ("data",))

    with mesh:
        double = jax.jit(
            lambda x, k: x * k,
            in_shardings=(NamedSharding(mesh, P("data")), NamedSharding(mesh, P())),
            out_shardings=NamedSharding(mesh, P("data")),
        )
    ```

    ## Fix safety
    Without shardings `pjit` and `jax.jit` are the same function, and the fix is safe; so is the
    renaming of the old keywords. With shardings the fix asks first: every spec is bound to the
    mesh in force and `None` becomes "replicated", but code that looks at the mesh context itself
    may see a difference. Where the mesh has no name at the call, or a spec cannot be read off the
    source, the fix is refused. The `with mesh:` block stays: constraints inside may rely on it.

    ## When to keep it
    While JAX below 0.4.7 has to work.
    """

    code = "JOL601"
    summary = "`pjit` is used where `jax.jit` does the same"
    about_names = True
    across_files = True
    fix = "jit-with-shardings"
    words = ("pjit",)

    def matches(self) -> Iterable[ast.expr]:
        known = uses(self.facts)
        sought = PJIT - known.patched
        return [node for node, dotted in known.paths.items() if dotted in sought]

    def judge(self, node: ast.expr | ast.keyword) -> None:
        assert isinstance(node, ast.expr)
        call = self.facts.module.parent[node]
        for keyword in call.keywords if isinstance(call, ast.Call) else ():
            later = beyond_what_is_spoken_of(self.facts, _REMOVED)
            if keyword.arg in OLD_KEYWORDS and (later or self.facts.targets((0, 4, 9))):
                self.report(
                    keyword,
                    f"`{keyword.arg}` was removed in JAX 0.4.14 and raises TypeError there"
                    + f" ({which_jax(self.facts)})" * later,
                    severity=Severity.INFO if later else Severity.ERROR,
                    since=_REMOVED,
                    help=f"use `{OLD_KEYWORDS[keyword.arg]}`",
                )
        if not self.facts.targets((0, 8, 0)):
            return
        help = "use `jax.jit` with shardings that name their mesh"
        if uses(self.facts).paths[node] == "jax.pjit":
            message = "`jax.pjit` does not exist: using it raises ImportError or AttributeError"
            self.report(node, message, severity=Severity.ERROR, help=help)
            return
        too_old = not_yet("`jax.jit` with shardings", JIT_SHARDS, self.facts.min_jax)
        self.report(
            node,
            f"`{self.source(node)}` is deprecated since JAX 0.8.0 and warns: `jax.jit` takes the "
            "shardings",
            help=too_old or help,
            severity=Severity.INFO,  # it works in every release that is out
        )
