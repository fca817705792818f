"""`jax.tree_map` and the other tree functions that JAX 0.6 removed."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.deprecated_tree_api import MovedTree, moved_trees
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api import trees
from jaxopt_lint.semantics.jax.api.history import text
from jaxopt_lint.semantics.subjects.versions.outdated import outdated, severity_of_loss, which_jax


class DeprecatedTreeApi(Rule[MovedTree]):
    """A tree function under a name that JAX has removed.

    ## Why is this bad?
    `jax.tree_map`, `jax.tree_leaves` and the rest of the family warned for years and raise
    `AttributeError` from JAX 0.6.0; `tree_multimap` is gone since 0.3.16. `jax.tree.map` and its
    siblings do the same since 0.4.25. The functions of `jax.tree_util` are not deprecated and are
    left alone.

    ## Example
    ```python
    import jax


    def decay(params, rate):
        return jax.tree_map(lambda p: p * (1 - rate), params)
    ```
    becomes
    ```python
    import jax


    def decay(params, rate):
        return jax.tree_util.tree_map(lambda p: p * (1 - rate), params)
    ```

    ## Fix safety
    The functions take the same arguments and do the same. Every release has
    `jax.tree_util.tree_map` and so on. The fix writes `jax.tree.map` where the oldest JAX that the
    project supports is known to have it, or the file uses `jax.tree` already. Code in a
    compatibility shim (`try`/`except ImportError`, `hasattr`, a version test) is left alone. One
    fix rewrites all uses of an import; where other files take the name from this one, the import
    itself is rewritten, and the file keeps the name.

    ## When to keep it
    Where the project is pinned to a JAX that has the old name and does not warn of it yet: there
    it is info.
    """

    code = "JOL701"
    summary = "A tree function is called by a name that JAX removed"
    about_names = True
    across_files = True
    severity = Severity.ERROR
    fix = "tree"
    words = ("tree_",)
    matches = each(moved_trees)

    def judge(self, found: MovedTree) -> None:
        node, dotted = found.node, found.dotted
        if node in outdated(self.facts):
            return  # `guard-hides-removed-name` reports it
        others = len(found.uses) if isinstance(node, ast.alias) else 0
        count = f" ({others} use{'s' * (others != 1)} below)" if others else ""
        deprecated, removed = trees.life(dotted)
        newest = self.facts.newest_jax
        if newest is not None and newest < deprecated:
            self.report(
                found,
                f"`{dotted}` was removed in JAX {text(removed)}, later than the JAX of this "
                f"project{count} ({which_jax(self.facts)})",
                severity=Severity.INFO,
                help=f"use `{found.new}`",
            )
            return
        gone = newest is None or newest >= removed
        error = "ImportError" if isinstance(node, ast.alias | ast.Name) else "AttributeError"
        when = "when it is imported" if isinstance(node, ast.alias) else "on each call"
        life = f"is deprecated since JAX {text(deprecated)} and warns {when}"
        if gone:
            life = f"was removed in JAX {text(removed)} and raises {error} there"
            count += f" ({which_jax(self.facts)})"
        # What every release that the project allows has works, and warns out of sight.
        severity = Severity.INFO
        if gone:
            severity = severity_of_loss(self.facts, removed=removed) or Severity.ERROR
        self.report(
            found,
            f"`{dotted}` {life}{count}",
            severity=severity,
            since=removed if gone else None,
            help=f"use `{found.new}`",
        )
