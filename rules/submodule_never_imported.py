"""Modules of JAX that are read as attributes, and that nothing in sight imports."""

from __future__ import annotations

import ast
import re

from jaxopt_lint.patterns.eager_updates import texts_near
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.put_there import put_there
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import root_of

# What `import jax` leaves out, in every release that has it.
_LEFT_OUT = frozenset(
    {"jax.flatten_util", "jax.example_libraries", "jax.scipy.optimize",
     *(f"jax.experimental.{name}" for name in (
        "checkify", "host_callback", "jax2tf", "mesh_utils", "multihost_utils", "ode", "pallas",
        "shard_map", "sparse"))}
)  # fmt: skip
_NAMES = frozenset(name.rpartition(".")[2] for name in _LEFT_OUT)


class SubmoduleNeverImported(Rule[ast.Attribute]):
    """A module of JAX is read as an attribute, and neither this file nor what it imports loads it.

    ## Why is this bad?
    `import jax` does not load every module of JAX. `jax.flatten_util`, `jax.experimental.sparse`
    and others are attributes only once something has imported them. Often that is another library:
    Optax imports `jax.flatten_util`, Flax `jax.experimental.shard_map`. Without it, or with a
    release of it that does not, the line raises AttributeError.

    ## Example
    ```python
    import jax


    def norm(tree):
        flat, _ = jax.flatten_util.ravel_pytree(tree)
        return (flat**2).sum() ** 0.5
    ```
    Write `import jax.flatten_util` beside `import jax`, or `from jax.flatten_util import
    ravel_pytree`.

    ## When to keep it
    Never: the import costs nothing. Where a file of the project that is imported has imported the
    module, nothing is reported.
    """

    code = "JOL717"
    summary = "A module of JAX is used that only other libraries import"
    severity = Severity.INFO
    words = ("import jax",)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        facts = self.facts
        if node.attr not in _NAMES:
            return
        root = root_of(node)
        if not isinstance(root, ast.Name) or not isinstance(node.ctx, ast.Load):
            return
        if not isinstance(facts.module.parent[node], ast.Attribute):
            return
        path = ast.unparse(node).partition(".")[2]
        dotted = f"jax.{path}"
        if dotted not in _LEFT_OUT or facts.names.of(root) != "jax":
            return
        if any(_imports(text, dotted) for text in texts_near(facts)):
            facts.doubt(node, "{} is imported here, or by what is imported here", node)
            return
        if dotted in facts.project.stored | put_there(facts):
            return
        asked = any(
            isinstance(around, (ast.Try, ast.AnnAssign)) for around in facts.module.ancestors(node)
        )
        if asked or in_shim(facts, node) or self._told(node):
            return
        self.report(
            node,
            f"neither this file nor what it imports of the project imports `{dotted}`, and `import "
            "jax` does not load it: it is there only where something else has imported it",
            help=f"write `import {dotted}` beside `import jax`",
        )

    def _told(self, node: ast.Attribute) -> bool:
        """Whether the same module is read further up in the file."""
        text = ast.unparse(node)
        return any(
            other is not node and other.lineno < node.lineno and ast.unparse(other) == text
            for other in self.facts.module.attributes(node.attr)
        )


def _imports(text: str, dotted: str) -> bool:
    """Whether a file imports a module, or something from it."""
    above, _, last = dotted.rpartition(".")
    whole, part = re.escape(dotted), re.escape(above)
    told = rf"^\s*import [^#\n]*\b{whole}\b|^\s*from {whole}(\.[\w.]+)? import"
    named = rf"^\s*from {part} import ([^(\n]*|\([^)]*)\b{last}\b"
    return re.search(f"{told}|{named}", text, re.MULTILINE) is not None
