"""The fix of one finding, worked out and guarded, or the reason why there is none."""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable

from jaxopt_lint import registry
from jaxopt_lint.finding import Finding, Fix
from jaxopt_lint.fixing import guards
from jaxopt_lint.fixing.pieces import Introduced, Pieces
from jaxopt_lint.rule import Match
from jaxopt_lint.running.engine import Found
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.naming import naming
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.python.scopes import DEFINITIONS
from jaxopt_lint.settings.config import Config


class Fixer:
    """Works out the fixes of one linted file.

    Args:
        wanted: which fixes will be applied. Their names are taken for the fixes that come after
            them; where nothing is applied, each fix stands by itself.
    """

    def __init__(
        self, facts: Facts, config: Config, wanted: Callable[[Finding], bool] = lambda _: False
    ) -> None:
        self.facts = facts
        self.config = config
        self.wanted = wanted
        self.pieces = Pieces(facts.module, taken_elsewhere(facts))
        self.crashes: list[str] = []
        self.introduced: dict[Fix, Introduced] = {}
        self._scopes: dict[str, list[ast.AST]] | None = None

    def attach(self, match: Match | None, finding: Finding) -> Finding:
        """A finding with its fix, or with the reason why there is none."""
        rule = registry.rules().get(finding.name)
        if rule is None or match is None or not self.config.may_fix(finding.code, finding.name):
            return finding
        name = registry.fix_for(rule, match)
        return finding if name is None else self.rewritten(match, finding, name)

    def rewritten(self, match: Match, finding: Finding, name: str) -> Finding:
        """A finding with the fix that a codemod makes of its match, or with its refusal."""
        from jaxopt_lint.codemod import Refusal
        from jaxopt_lint.rewriting.cells import obstacle
        from jaxopt_lint.rewriting.surgery import CannotParse, Surgeon

        try:
            codemod = registry.codemod(name)(self.facts, Surgeon(self.facts))
            codemod.rewrite(match)
            made = codemod.edits()
            if not made:
                return finding.with_(refused="the codemod found nothing to change")
            made, introduced = self.pieces.complete(made)
            if why := obstacle(self.facts.module, made):
                return finding.with_(refused=why)
        except Refusal as refusal:
            broken = (refusal.broken.name,) if refusal.broken is not None else ()
            return finding.with_(refused=str(refusal), unmet=broken)
        except (CannotParse, guards.Violation) as reason:
            return finding.with_(refused=str(reason))
        except Exception:
            self.crashes.append(
                f"{self.facts.display}: codemod {name} failed on {finding.code} at row "
                f"{finding.start.row}\n{traceback.format_exc()}"
            )
            return finding
        fix = Fix(
            codemod.title, name, codemod.promise, codemod.applicability, made, codemod.assumed,
            codemod.limits,
        )  # fmt: skip
        finding = finding.with_(fix=fix, unmet=codemod.unmet)
        self.introduced[fix] = introduced
        if self.wanted(finding):
            for qualname, bound, imported in introduced:
                for scope in self._scopes_of(qualname):
                    naming(self.facts).reserve(scope, bound, imported)
        return finding

    def _scopes_of(self, qualname: str) -> list[ast.AST]:
        if self._scopes is None:
            self._scopes = {}
            module = self.facts.module
            for node in module.scopes:
                if isinstance(node, (ast.Module, ast.ClassDef, *DEFINITIONS)):
                    self._scopes.setdefault(module.qualname(node), []).append(node)
        return self._scopes.get(qualname, [])


def with_fixes(facts: Facts, found: Found, config: Config) -> tuple[Found, list[str]]:
    """The findings, each with its fix or with the reason why there is none."""
    fixer = Fixer(facts, config)
    return [(match, fixer.attach(match, finding)) for match, finding in found], fixer.crashes
