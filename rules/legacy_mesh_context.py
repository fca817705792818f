"""`with mesh:`, which `jax.set_mesh` has taken over."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.only_places import only_places
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import not_yet
from jaxopt_lint.semantics.jax.api.sharding import SETTERS
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.subjects.devices.meshes import all_named, is_mesh, makes_mesh

_SINCE = (0, 7, 1)


class LegacyMeshContext(Rule[ast.expr]):
    """A mesh is entered with `with mesh:`.

    ## Why is this bad?
    The context that `with mesh:` sets is deprecated since JAX 0.10.1 and warns. The shardings of
    `jax.jit`, and `jax.shard_map`, do not see it: they look at the mesh that `jax.set_mesh` sets.

    ## Example
    ```python
    import jax
    from jax.sharding import Mesh, PartitionSpec as P


    def constrained(mesh: Mesh, x):
        with mesh:
            return jax.jit(lambda a: jax.lax.with_sharding_constraint(a, P("x")))(x)
    ```
    becomes
    ```python
    import jax
    from jax.sharding import Mesh, PartitionSpec as P


    def constrained(mesh: Mesh, x):
        with jax.set_mesh(mesh):
            return jax.jit(lambda a: jax.lax.with_sharding_constraint(a, P("x")))(x)
    ```

    ## Fix safety
    The fix asks first: arrays that are created under `jax.set_mesh` are committed to the mesh,
    and libraries that read the old context no longer see it. It is refused where the file calls
    `pjit` or reads `thread_resources`, and inside traced functions.

    ## When to keep it
    For a library that reads the old context, and while JAX below 0.7.1 has to work. Where
    `jax.set_mesh` stands beside it, as in `with jax.set_mesh(mesh), mesh:`, that is taken to be
    the reason. Where each spec of a file stands in a `NamedSharding` or a `shard_map` that is given
    its mesh, nothing looks for one around it: the finding is for information then. So is that of a
    block that only puts arrays somewhere, by such shardings.
    """

    code = "JOL603"
    summary = "A mesh is entered with `with mesh:`"
    about_names = True
    across_files = True
    fix = "set-mesh"
    words = ("esh",)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            value = item.context_expr
            if not (is_mesh(self.facts, value) or makes_mesh(self.facts, value)):
                continue
            if in_shim(self.facts, node) or self._beside_the_new(node):
                continue
            if not self.facts.targets((0, 10, 1)):
                continue
            text = value.id if isinstance(value, ast.Name) else "Mesh(...)"
            too_old = not_yet("`jax.set_mesh`", _SINCE, self.facts.min_jax)
            idle = only_places(self.facts, node.body)
            named = all_named(self.facts) or idle
            advice = "use `with jax.set_mesh(...):`"
            if named:
                advice = f"each sharding here holds its mesh: leave it out, or {advice}"
            message = f"`with {text}:` is deprecated since JAX 0.10.1 and warns"
            read = self._is_read()
            if read:
                advice = "make `jax.jit` of each `pjit`, which reads no other mesh, and " + advice
            elif not idle:
                message += ", and the shardings of `jax.jit` do not see the mesh"
            self.report(
                value,
                message,
                help=too_old or advice,
                severity=Severity.INFO if too_old or named or read else None,
            )

    def _is_read(self) -> bool:
        """Whether the file has a `pjit`, which is called under such a mesh and under no other."""
        return any(
            self.facts.names.of(node) == "jax.experimental.pjit.pjit"
            for node in self.facts.module.all(ast.Name, ast.Attribute)
        )

    def _beside_the_new(self, node: ast.With) -> bool:
        """Whether the mesh is set as well: the old context is there for a library that reads it."""
        function = self.facts.module.function(node)
        around: ast.AST | None = node
        while around is not None and around is not function:
            if self._sets(around):
                return True
            around = self.facts.module.parent.get(around)
        inner = node.body[0]
        return len(node.body) == 1 and isinstance(inner, ast.With) and self._sets(inner)

    def _sets(self, node: ast.AST) -> bool:
        items = node.items if isinstance(node, (ast.With, ast.AsyncWith)) else []
        return any(self.facts.names.call(i.context_expr) in SETTERS for i in items)
