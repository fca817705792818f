"""Names that the target JAX still has, but warns about, or that a later one lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import advice, text
from jaxopt_lint.semantics.subjects.versions.outdated import Outdated, outdated, which_jax
from jaxopt_lint.semantics.subjects.versions.retired import Retired, instead, retired


class DeprecatedApi(Rule[Outdated | Retired]):
    """A name is used that JAX has deprecated, or removed after the release of the project.

    ## Why is this bad?
    It works today, with a warning or without one, and fails after an upgrade. The finding says
    since when the name is deprecated or gone, and names the successor where there is one.

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
    names that a later JAX than the project's lacks, 1 of 26 that were judged was worth a change. It
    is a warning where a library around JAX warns everybody who runs the code with its newest
    release, and the project allows that one. Where a name is gone, `removed-api` tells it.
    """

    code = "JOL703"
    summary = "A name is used that the target JAX deprecates, or that later ones lack"
    about_names = True
    across_files = True
    severity = Severity.INFO
    fix = "renamed-api"
    other_fixes = ("renamed-companion",)

    def matches(self) -> Iterable[Outdated | Retired]:
        self.uses = Counter(one.change.symbol for one in retired(self.facts).values())
        return [*outdated(self.facts).values(), *retired(self.facts).values()]

    def judge(self, found: Outdated | Retired) -> None:
        facts, change = self.facts, found.change
        if isinstance(found, Retired):
            self._retired(found)
            return
        if found.swallowed is not None or change.gone(facts.newest_jax):
            return
        help = advice(change, facts.oldest_jax, facts.min_jax, facts.newest_jax)
        if change.ends_after(facts.newest_jax):
            self.report(
                found,
                f"`{change.symbol}` was removed in JAX {text(change.removed)}, later than the JAX "
                f"of this project ({which_jax(facts)})",
                help=help,
            )
            return
        end = f", removed in {text(change.removed)}" if change.removed is not None else ""
        self.report(
            found,
            f"`{change.symbol}` is deprecated since JAX {text(change.deprecated)}{end}",
            help=help,
        )

    def _retired(self, found: Retired) -> None:
        """A name that a library around JAX has removed after the release of the project."""
        change, title = found.change, found.library.title
        if change.warns(found.allowed.newest):
            more = self.uses.pop(change.symbol, 0) - 1
            if more >= 0:  # it works, and one finding in a file says so
                others = f" ({more} more use{'s' * (more != 1)} below)" * (more > 0)
                self.report(
                    found,
                    f"`{change.symbol}` is deprecated since {title} {text(change.deprecated)}"
                    f"{others}",
                    help=instead(found),
                    severity=Severity.WARNING if _due(found) else None,
                )
        elif change.removed is not None and not change.gone(found.allowed.newest):
            self.report(
                found,
                f"`{change.symbol}` was removed in {title} {text(change.removed)}, later than the "
                f"{title} of this project ({found.allowed.which})",
                help=instead(found),
            )


# Names of which their library warns whoever runs them, in every file and not just in `__main__`.
_LOUD = frozenset({"equinox.static_field"})


def _due(found: Retired) -> bool:
    """Whether whoever installs the project today reads a warning at each run."""
    return found.allowed.newest is None and found.change.symbol in _LOUD
