"""Keyword arguments that JAX renamed or removed, and what libraries around it no longer take."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.changed_parameter import Changed, changed_keywords, is_caught
from jaxopt_lint.patterns.refused_call import Refused, refused_calls
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import table, text
from jaxopt_lint.semantics.jax.api.pjit import PJIT
from jaxopt_lint.semantics.jax.api.signatures import takes
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.subjects.versions.outdated import severity_of_loss, which_jax

# Rules of their own report these.
_OWNED = PJIT | {"jax.experimental.shard_map.shard_map"}
_EXPLICIT = (0, 9, 0)
# Keywords of a function's predecessor.
_OTHERWISE = {
    ("jax.shard_map", "check_rep"): "use `check_vma`",
    ("jax.shard_map", "auto"): "name the other axes of the mesh in `axis_names`",
}


class ChangedParameter(Rule[Changed | Refused | ast.keyword | ast.expr]):
    """A function of JAX, or of a library around it, is called in a way that it no longer has.

    ## Why is this bad?
    The call raises `TypeError` on a JAX that has removed the keyword, and warns on one that has
    deprecated it. Some functions take any keyword and pass it on, so that the mistake shows up
    somewhere else.

    Of Flax, Optax, Orbax, Equinox, Chex, Haiku, NumPyro and Diffrax, whose releases were all looked
    into, calls are told that the newest release which the project allows refuses: with a keyword
    that is gone, with more arguments by position than it takes, or without one that it needs.

    ## Example
    ```python
    import jax.numpy as jnp


    def bounded(x):
        return jnp.clip(x, a_min=0.0).sum()
    ```
    becomes
    ```python
    import jax.numpy as jnp


    def bounded(x):
        return jnp.clip(x, min=0.0).sum()
    ```

    ## Fix safety
    A keyword that the function takes in no release that the project allows has no fix, nor has an
    argument by position that it wants by keyword.
    A renamed keyword gets its new name, where the oldest JAX that the project supports knows it,
    or goes by position, which every release understands. A keyword that never had an effect is
    dropped. Everything else is left to you, with the successor named. `jax.make_mesh` without
    `axis_types` made Auto axes and makes Explicit ones since JAX 0.9.0: that fix asks first.

    ## When to keep it
    Where the project is pinned to an older JAX: say so with `target-jax`.
    """

    code = "JOL704"
    summary = "A function is called with arguments that it no longer takes"
    about_names = True
    across_files = True
    severity = Severity.ERROR
    fix = "renamed-parameter"

    def matches(self) -> Iterable[Refused]:
        return refused_calls(self.facts)

    def judge(self, match: Changed | Refused | ast.keyword | ast.expr) -> None:
        assert isinstance(match, Refused)
        of, refusal, bounds = match.library, match.refusal, match.allowed
        short, since = match.function.rpartition(".")[2], text(refusal.since)
        help = ""
        if refusal.warned is not None:
            self.report(
                match,
                f"`{short}` warns of `{refusal.warned[0]}` since {of.title} {since}",
                severity=Severity.INFO,
            )
            return
        if refusal.keyword:
            what = f"takes no `{refusal.keyword}`"
        elif refusal.most is not None:
            what = f"takes {refusal.most} argument{'s' * (refusal.most != 1)} by position"
            help = "give the rest by keyword"
        else:
            assert refusal.needed is not None
            what = f"needs `{refusal.needed[0]}`"
        self.report(
            match,
            f"`{short}` {what} since {of.title} {since}: the call raises TypeError "
            f"({bounds.which})",
            help=help,
            severity=bounds.severity_since(refusal.since),
        )

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.of(node.func)
        if name == "jax.make_mesh":
            self._axis_types(node)
        self._unknown(node, name)
        for found in changed_keywords(self.facts, node):
            if found.name not in _OWNED:
                self._changed(found)

    def _changed(self, found: Changed) -> None:
        change, every = found.change, (found, *found.also)
        names = [f"`{one.node.arg}`" for one in every]
        new = [o.new for o in every if o.change.replacement and "(" not in o.new]
        help = f"use {' and '.join(f'`{n}`' for n in new)}" if new else ""
        notes = (one.change.note.rstrip(".") for one in every)
        help = ". ".join(dict.fromkeys(filter(None, [help, *notes])))
        short = found.name.rpartition(".")[2]
        if change.gone(self.facts.newest_jax):
            keywords = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
            message = f"`{short}` takes no {keywords} since JAX {text(change.removed)}"
            self.report(
                found,
                f"{message}: the call raises TypeError ({which_jax(self.facts)})",
                severity=severity_of_loss(self.facts, change),
                help=help,
                since=change.removed,
            )
        elif change.ends_after(self.facts.newest_jax):
            keywords = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
            self.report(
                found,
                f"`{short}` takes no {keywords} since JAX {text(change.removed)}, later than the "
                f"JAX of this project ({which_jax(self.facts)})",
                severity=Severity.INFO,
                help=help,
            )
        else:
            s = "s" * bool(found.also)
            since = f"{'are' if s else 'is'} deprecated since JAX {text(change.deprecated)}"
            # It works in every release that the project allows.
            message = f"parameter{s} {' and '.join(names)} of `{short}` {since}"
            self.report(found, message, severity=Severity.INFO, help=help)

    def _unknown(self, node: ast.Call, name: str | None) -> None:
        """Arguments that the function takes in none of the releases that the project allows."""
        if name is None or name in _OWNED | self.facts.project.stored or in_shim(self.facts, node):
            return
        if is_caught(self.facts, node):
            return
        found = takes(name, self.facts.min_jax, self.facts.target_jax)
        if found is None:
            return
        short = name.rpartition(".")[2]
        several = f"any JAX from {found.first} to {found.last}"
        where = several if found.first != found.last else f"JAX {found.last}"
        for keyword in found.form.unknown(node):
            word = keyword.arg or ""
            if table().parameter(name, word) is not None:
                continue  # it was there once
            self.report(
                keyword,
                f"`{short}` has no parameter `{word}` in {where}: the call raises TypeError",
                help=_OTHERWISE.get((name, word), ""),
                # Written for a newer JAX than the files speak of: which of them holds is not known.
                severity=Severity.INFO if word in found.later else None,
            )
        if beyond := found.form.beyond(node):
            few = f"{found.form.most} argument{'s' * (found.form.most != 1)}"
            self.report(
                beyond[0],
                f"`{short}` takes {few} by position: the call raises TypeError",
                help="give the rest by keyword",
            )

    def _axis_types(self, node: ast.Call) -> None:
        """The default of `axis_types` changed; code that knows of it says so somewhere."""
        if len(node.args) > 2 or any(k.arg in ("axis_types", None) for k in node.keywords):
            return
        if not self.facts.targets(_EXPLICIT) or (self.facts.min_jax or (0,)) >= _EXPLICIT:
            return
        if self._knows_axis_types() or in_shim(self.facts, node):
            return
        self.report(
            node,
            "without `axis_types` the axes of this mesh are Explicit since JAX 0.9.0: operations "
            "whose sharding is not certain raise instead of being sharded by the compiler",
            severity=Severity.INFO,  # whether one of them is reached is not known
            help="say which axis types are meant: `axis_types=(jax.sharding.AxisType.Auto, ...)` "
            "is what earlier releases assumed",
            because=("nothing in this file speaks of axis types or of `out_sharding`",),
            assumed=("nobody who uses the mesh wants explicit axes",),
        )

    def _knows_axis_types(self) -> bool:
        """Whether a file speaks of axis types, or asks for layouts in types."""
        if any(name.startswith(_EXPLICIT_API) for name in mentioned(self.facts)):
            return True
        return any(k.arg == "out_sharding" for k in self.facts.module.all(ast.keyword))


_EXPLICIT_API = ("jax.sharding.AxisType", "jax.sharding.auto_axes", "jax.sharding.explicit_axes",
                 "jax.sharding.reshard", "jax.experimental.shard.", "jax.reshard")  # fmt: skip
