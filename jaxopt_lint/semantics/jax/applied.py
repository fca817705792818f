"""Which functions are handed to which transforms, and which of their parameters are traced."""

from __future__ import annotations

import ast
from functools import cached_property

from jaxopt_lint.semantics.jax import wrap_options
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.interface import Traced
from jaxopt_lint.semantics.jax.wraps import Wrap, wraps
from jaxopt_lint.semantics.python import FunctionNode, defaults, first_of, grouped, positional


class Applied:
    """Transforms applied in one file, and what each says of its function by itself."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.names = facts.names

    @cached_property
    def wraps(self) -> list[Wrap]:
        """Every application of a transform to a function."""
        return wraps(self.facts)

    @cached_property
    def by_function(self) -> dict[FunctionNode, list[Wrap]]:
        """The transforms each function of this file is handed to here."""
        return _by_function(self.facts)

    def of(self, function: FunctionNode) -> list[Wrap]:
        """The transforms that a function is handed to in this file."""
        return self.by_function.get(function, [])

    def elsewhere(self, function: FunctionNode) -> list[Traced]:
        """The transforms that other files of the project hand a function to."""
        if isinstance(function, ast.Lambda):
            return []
        found = self.facts.project.traced.get(calls(self.facts).dotted(function), [])
        return [t for t in found if t.where.rpartition(":")[0] != self.facts.display]

    def kinds(self, function: FunctionNode) -> set[str]:
        """The kinds of transforms that a function is directly under."""
        here = {w.transform.kind for w in self.of(function)}
        return here | {t.transform for t in self.elsewhere(function)}

    def host(self, function: FunctionNode | None) -> bool:
        """Whether a function is a callback that runs on the host."""
        around = (function, *self.module.functions(function)) if function is not None else ()
        return any(wrap.transform.host for outer in around for wrap in self.of(outer))

    @cached_property
    def by_call(self) -> dict[ast.AST, Wrap]:
        """The first wrap that each call makes, or holds the options of."""
        calls = ((call, wrap) for wrap in self.wraps for call in (wrap.site, wrap.options))
        return first_of((call, wrap) for call, wrap in calls if call is not None)

    # -- parameters ---------------------------------------------------------------------

    def static(self, wrap: Wrap) -> tuple[set[str], bool]:
        """The parameters that a wrap makes static or that are bound already, and whether that is
        all known."""
        if wrap._statics is None:
            wrap._statics = wrap_options.statics(self.facts, wrap)
        return wrap._statics

    def donated(self, wrap: Wrap) -> tuple[set[str], bool]:
        """The parameters that a wrap donates, and whether that is all known."""
        return wrap_options.donated(self.facts, wrap)

    def traced_parameters(self, function: FunctionNode) -> dict[str, str]:
        """The parameters that are certainly traced, with the reason.

        Only what a transform hands over by itself counts: no default (a default that is not
        overridden stays a Python value), not static, not bound by `partial`, not `self`. When two
        transforms disagree the parameter is left out.
        """
        answers: list[dict[str, str]] = []
        for wrap in self.of(function):
            kind = wrap.transform.kind
            if wrap.transform.host or not wrap.transform.staged:
                continue
            if wrap.transform.lifted and kind != "jit":
                continue  # lifted transforms pass modules and scopes along
            if wrap.name in ("equinox.filter_jit", "haliax.named_jit", "flax.nnx.jit"):
                continue  # anything that is no array stays static there
            static, known = self.static(wrap)
            if not known or wrap.beneath is not None:
                return {}
            why = f"{self.verb(wrap)} at {self.facts.at(wrap.site)}"
            args = positional(function)[wrap.bound :]
            taken = [p for p in args if p not in static and p not in defaults(function)]
            if kind in ("checkpoint", "custom_vjp"):
                continue  # it runs under whatever is around it
            if kind == "vmap" and not wrap_options.all_mapped(wrap):
                continue
            if kind == "shard_map":
                taken = [
                    p for i, p in enumerate(args) if p in taken and wrap_options.is_sharded(wrap, i)
                ]
            if wrap.inner and any(TRANSFORMS[n].lifted for n in wrap.inner if n in TRANSFORMS):
                continue
            answers.append(dict.fromkeys(taken, why))
        common = set.intersection(*map(set, answers)) if answers else set()
        return {p: answers[0][p] for p in common}

    def verb(self, wrap: Wrap) -> str:
        """How to say that the transform is applied."""
        kind = wrap.transform.kind
        if wrap.beneath is not None:
            return f"perhaps under `{kind}`"
        return {
            "jit": "jitted", "pmap": "pmapped", "vmap": "vmapped", "scan": "scanned",
            "shard_map": "shard_mapped", "checkpoint": "checkpointed",
        }.get(kind, f"passed to `{kind}`")  # fmt: skip

    def literals(self, node: ast.expr) -> list[int | str] | None:
        """The integers or strings of a literal option, through a module constant; else None."""
        return wrap_options.literals(self.facts, node)

    def exported(self) -> list[Traced]:
        """What this file tells the others: the functions it hands to transforms."""
        out = []
        for wrap in self.wraps:
            if wrap.transform.host:
                continue
            if isinstance(wrap.function, ast.Lambda):
                dotted = calls(self.facts).lambda_name(wrap.function)
            elif wrap.function is not None:
                dotted = calls(self.facts).dotted(wrap.function)
            elif wrap.dotted and not wrap.dotted.startswith(("jax.", "numpy.", "optax.")):
                dotted = wrap.dotted
            else:
                continue
            static, _ = self.static(wrap)
            own = ""
            if wrap.function is not None and not isinstance(wrap.function, ast.Lambda):
                own = calls(self.facts).own_name(wrap.function)
            out.append(
                Traced(
                    dotted,
                    wrap.transform.kind,
                    self.facts.at(wrap.site),
                    static_names=tuple(sorted(static)),
                    bound=wrap.bound,
                    bound_names=wrap.bound_names,
                    donated=wrap.keyword("donate_argnums", "donate_argnames") is not None,
                    decorated=wrap.decorator,
                    perhaps=wrap.beneath is not None,
                    own=own if own != dotted else "",
                )
            )
        return out


@fact
def _by_function(facts: Facts) -> dict[FunctionNode, list[Wrap]]:
    return grouped((w.function, w) for w in wraps(facts) if w.function is not None)


@fact
def applied(facts: Facts) -> Applied:
    """Which functions are handed to which transforms in this file."""
    return Applied(facts)
