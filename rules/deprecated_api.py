"""Names that the target JAX still has, but warns about."""

from __future__ import annotations

from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api.history import advice, text
from jaxopt_lint.semantics.subjects.versions.outdated import Outdated, outdated


class DeprecatedApi(Rule[Outdated]):
    """A name is used that JAX has deprecated.

    ## Why is this bad?
    It works today, with a warning, and fails after an upgrade. The finding says since when the
    name is deprecated and names the successor where there is one.

    ## Example
    ```python
    import jax


    def is_first():
        return jax.host_id() == 0
    ```
    becomes
    ```python
    import jax


    def is_first():
        return jax.process_index() == 0
    ```

    ## Fix safety
    Only names that moved or were renamed are rewritten, and only where the oldest JAX that the
    project supports knows the new name. Code in a compatibility shim is left alone.

    ## When to keep it
    Where the project supports a JAX that has no successor yet. The finding is for information: of
    34 that were judged on fresh code all were right and none was worth a change, as the newest JAX
    that each project allowed still had the name. Where it is gone, `removed-api` tells it.
    """

    code = "JOL703"
    summary = "A name is used that the target JAX deprecates"
    severity = Severity.INFO
    fix = "renamed-api"
    matches = each(outdated)

    def judge(self, found: Outdated) -> None:
        facts, change = self.facts, found.change
        if found.swallowed is not None or not change.warns(facts.newest_jax):
            return
        help = advice(change, facts.oldest_jax, facts.min_jax, facts.newest_jax)
        end = f", removed in {text(change.removed)}" if change.removed is not None else ""
        self.report(
            found,
            f"`{change.symbol}` is deprecated since JAX {text(change.deprecated)}{end}",
            help=help,
        )
