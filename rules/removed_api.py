"""Names that the target JAX, or a library around it, does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.removed_api import Unknown, unknown_names
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api import public
from jaxopt_lint.semantics.jax.api.history import Change, Version, advice, table, text
from jaxopt_lint.semantics.subjects.versions.importing import Unimportable, unimportable
from jaxopt_lint.semantics.subjects.versions.outdated import (
    Outdated,
    gone_with_its_module,
    only_read_by_tools,
    outdated,
    severity_of_loss,
    which_jax,
)
from jaxopt_lint.semantics.subjects.versions.retired import Retired, day_of, instead, retired

_COSTS: dict[type[ast.AST], str] = {
    ast.alias: "importing it raises ImportError",
    ast.Attribute: "using it raises AttributeError",
    ast.Constant: "setting it raises AttributeError",
}


# What some names are there for in a few releases more.
_STUB = "what is left of it raises NotImplementedError when it is called"


def _is_left(change: Change, newest: Version | None) -> bool:
    """Whether the newest JAX has a removed name all the same, of which only calls fail."""
    around = table().name(change.symbol.rpartition(".")[0])
    if change.removed is None or (around is not None and around.gone(newest)):
        return False
    return public.outlives(change.symbol, change.removed, newest)


class RemovedApi(Rule[Outdated | Unknown | Retired | Unimportable]):
    """A name is used that JAX has removed, or never had, or that a library around it has removed.

    ## Why is this bad?
    The line raises `AttributeError` or `ImportError` as soon as the program runs on a JAX from
    which the name is gone. The finding says since when, and names the successor where there is
    one. The target is `target-jax`, or what the project's own metadata pins, or else the newest
    JAX that the table of changes knows.

    An option that `jax.config.update` sets by its name is such a name as well.

    A name that was never there (`jnp.Array` for `jax.Array`, a function of another library) is
    reported once a file, if it is read from a public module that was looked into in the releases
    that the project allows. The finding says which releases those are, and names a public one
    that may be meant.

    The names that Flax, Optax, Orbax, Equinox, Chex, Haiku, NumPyro, Diffrax, JAXopt, NumPy and
    jaxlib have removed are known from all their releases. Which of them a project allows is read
    where it is read for JAX; where nothing bounds a library, the newest beside the JAX that the
    project allows is meant.

    The substrate of TensorFlow Probability for JAX cannot be imported with JAX 0.7 or later in any
    release so far, nor Distrax before 0.1.7, which imports it. The first import in a file is
    reported, unless the project asks for what brings a nightly release (`tfp-nightly`, a newer
    Distrax), or allows no such JAX.

    ## Example
    ```python
    from jax.experimental import optimizers


    def make(rate):
        return optimizers.adam(rate)
    ```
    becomes
    ```python
    from jax.example_libraries import optimizers


    def make(rate):
        return optimizers.adam(rate)
    ```

    ## Fix safety
    Only names that moved or were renamed are rewritten, and only where the oldest JAX that the
    project supports knows the new name. A class that became `jax.Array` is rewritten unasked in
    annotations only: `isinstance(x, jax.Array)` holds for traced values, too. Code in a
    compatibility shim (`try`/`except ImportError`, `hasattr`, a version test) is left alone.

    ## When to keep it
    Where the project is pinned to an older JAX: say so with `target-jax`.
    """

    code = "JOL702"
    summary = "A name is used that the target JAX does not have"
    about_names = True
    across_files = True
    severity = Severity.ERROR
    fix = "renamed-api"
    other_fixes = ("renamed-companion",)

    def matches(self) -> Iterable[Outdated | Unknown | Retired | Unimportable]:
        facts = self.facts
        first = unimportable(facts)
        return [
            *unknown_names(facts).values(), *outdated(facts).values(), *retired(facts).values(),
            *([first] if first is not None else []),
        ]  # fmt: skip

    def judge(self, found: Outdated | Unknown | Retired | Unimportable) -> None:
        if isinstance(found, Unimportable):
            self._unimportable(found)
            return
        if isinstance(found, Unknown):
            self._never(found)
            return
        if isinstance(found, Retired):
            self._retired(found)
            return
        facts, change = self.facts, found.change
        if found.swallowed is not None or not change.gone(facts.newest_jax):
            return
        told = gone_with_its_module(facts, found) or change
        help = advice(told, facts.oldest_jax, facts.min_jax, facts.newest_jax)
        cost, severity = self._cost(found.node)
        if _is_left(change, facts.target_jax):
            cost = _STUB
        subject = f"`{change.symbol}`"
        if module := self._module_of(found):
            subject = f"the module `{module}`"
            help = f"`import jax` gives `{module}`, an object" if module == "jax.config" else help
        message = f"{subject} was removed in JAX {text(change.removed)}: {cost}"
        if severity is None:
            severity = severity_of_loss(facts, change)
        message = f"{message} ({which_jax(facts)})"
        self.report(found, message, help=help, severity=severity, since=change.removed)

    def _retired(self, found: Retired) -> None:
        """A name that a library around JAX has removed."""
        change, bounds = found.change, found.allowed
        if not change.gone(bounds.newest):
            return
        self.report(
            found,
            f"`{change.symbol}` was removed in {found.library.title} {text(change.removed)}: "
            f"{_COSTS.get(type(found.node), '')} ({bounds.which})",
            help=instead(found),
            severity=bounds.severity_since(change.removed),
            since=day_of(found.library, change.removed),
            gone="" if change.replacement else change.symbol,
        )

    def _unimportable(self, found: Unimportable) -> None:
        """A library of which no release that may be installed runs on the newest JAX."""
        of, facts = found.of, self.facts
        since = text(of.since)
        self.report(
            found,
            f"no release of {of.title} up to {text(of.last)} can be imported with JAX {since} or "
            f"later ({which_jax(facts)}): it reads `{of.lacks}`, which is gone",
            help=f"hold JAX below {since}, or ask for "
            + (f"{of.title} {text(of.mended)}" if of.mended else "`tfp-nightly[jax]`"),
            severity=severity_of_loss(facts, removed=of.since),
            since=of.since,
            gone=of.module.partition(".")[0],
            anew=False,
        )

    def _module_of(self, found: Outdated) -> str:
        """The module that `import jax.config` asks for, where it stands for a name that is in it;
        "" for any other import, and for what is read."""
        node = found.node
        if not isinstance(node, ast.alias):
            return ""
        whole = isinstance(self.facts.module.parent[node], ast.Import)
        return node.name if whole and node.name != found.change.symbol else ""

    def _never(self, unknown: Unknown) -> None:
        """A name that was never there, which no table of changes can know."""
        every = public.walked()
        cost, severity = self._cost(unknown.node)
        more = f" ({unknown.more} more use{'s' * (unknown.more != 1)} below)" * (unknown.more > 0)
        self.report(
            unknown,
            f"no JAX from {text(every[0])} to {text(every[-1])} has `{unknown.symbol}`: "
            f"{cost}{more}",
            help=f"did you mean `{unknown.close}`?" if unknown.close else "",
            severity=severity,
        )

    def _cost(self, node: ast.alias | ast.expr) -> tuple[str, Severity | None]:
        """What happens, and how bad it is where that is not what the rule says."""
        if not only_read_by_tools(self.facts, node):
            return _COSTS.get(type(node), "using it raises an error"), None
        told = "type checkers and `typing.get_type_hints` fail on this annotation"
        return told, Severity.INFO
