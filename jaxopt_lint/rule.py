"""The base class of everything in rules/: a read-only visitor that reports findings.

A rule defines `visit_<Node>` methods, one for each node type of Python's `ast` that it looks
at. The engine hands every rule the nodes of one shared index, so that a further rule adds no
traversal. Rules get their knowledge from `self.facts` and never change anything.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, ClassVar, Literal

from jaxopt_lint.finding import Confidence, Finding, Location, Severity

if TYPE_CHECKING:
    from jaxopt_lint.semantics.jax.facts import Facts


class Rule:
    """One pattern; its docstring is its manual page.

    Class attributes:
        code: `JOL` and three digits, never reused.
        summary: one sentence, what the rule flags.
        severity: how much a finding matters by default.
        preview: the rule is silent unless `--preview` is given or it is selected by name.
        default: False for rules that run only when they are selected by name.
        fix: name of the codemod (file stem in codemods/) that can remove the finding.
        other_fixes: codemods that `fix_for` chooses for some of the findings.
        words: a file that holds none of these strings cannot hold a finding of this rule; empty
            when no such list can be given.
        subject: what the rule looks at; a rule about a file as a whole, or about the comments
            that silence others, has no `visit_` methods, and the engine reports for it.
    """

    code: ClassVar[str]
    summary: ClassVar[str]
    severity: ClassVar[Severity] = Severity.WARNING
    preview: ClassVar[bool] = False
    default: ClassVar[bool] = True
    fix: ClassVar[str | None] = None
    other_fixes: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[tuple[str, ...]] = ()
    subject: ClassVar[Literal["code", "comments", "file"]] = "code"
    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        for method in vars(cls):
            verb, _, node = method.partition("_")
            if verb == "visit" and not hasattr(ast, node):
                raise TypeError(f"{cls.__name__}.{method}: Python's ast has no node {node!r}")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.findings: list[tuple[ast.AST, Finding]] = []

    @classmethod
    def fix_for(cls, facts: Facts, target: ast.AST) -> str | None:
        """The codemod for a finding; one of `fix` and `other_fixes`."""
        return cls.fix

    def report(
        self,
        node: ast.AST,
        message: str,
        *,
        help: str = "",
        target: ast.AST | None = None,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        because: tuple[str, ...] = (),
        assumed: tuple[str, ...] = (),
    ) -> None:
        """Record that the rule fired.

        Args:
            node: where to point.
            message: one sentence, no full stop: what is there and what it costs.
            target: what the codemod gets, where that is not `node`.
            confidence: how sure the rule is: high by default, medium if it assumed something.
            because: the facts that were proven.
            assumed: what was taken for granted, so that a reader can disagree.
        """
        if confidence is None:
            confidence = Confidence.MEDIUM if assumed else Confidence.HIGH
        start, end = self.facts.range(node)
        finding = Finding(
            code=self.code,
            name=self.name,
            message=message,
            path=self.facts.display,
            start=start,
            end=end,
            severity=severity or self.severity,
            help=help,
            qualname=self.facts.module.qualname(node),
            snippet=self.facts.snippet(start, end),
            confidence=confidence,
            because=because,
            assumed=assumed,
        )
        self.findings.append((target if target is not None else node, finding))


__all__ = ["Confidence", "Location", "Rule", "Severity"]
