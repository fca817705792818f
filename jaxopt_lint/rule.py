"""The base class of everything in rules/: it looks, and reports what it found as typed matches.

A rule defines `visit_<Node>` methods, one for each node type of Python's `ast` that it looks
at; the engine hands every rule the nodes of one shared index, so that a further rule adds no
traversal. Where a fact lists what there is already, a rule says `matches = each(fact)` instead, and
defines `judge`; or it defines `matches` itself, which gives what `judge` is to look at. Rules get
their knowledge from `self.facts` and never change anything.

What a rule reports is a match: a node, or a value that knows its node and what was found out about
it. The codemod that the rule names takes the match, and asks nothing again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar, get_args

from jaxopt_lint.finding import ANYWHERE, UNSEEN, Confidence, Finding, Location, Lowered, Severity
from jaxopt_lint.semantics.python.importing import run_on_import

if TYPE_CHECKING:
    from jaxopt_lint.semantics.jax.facts import Facts


class Found(Protocol):
    """A match that is more than a node: a frozen dataclass of a fact or a pattern.

    Where it has a `function`, `jaxopt-lint rewrite NAME FILE:FUNCTION` finds it by that, too. It
    may carry what a report says of it, unless the rule says otherwise: its `severity`, what is
    `assumed`, and the facts that were proven (`because`, or `why` for the one fact).
    """

    @property
    def node(self) -> ast.AST:
        """The node that it is about."""


Match = ast.AST | Found
M = TypeVar("M", bound=Match)


def node_of(match: Match) -> ast.AST:
    """The node that a match is, or is about."""
    return match if isinstance(match, ast.AST) else match.node


def match_types(cls: type, base: type) -> tuple[type, ...]:
    """The types that a subclass of a generic base is written for: `class A(Base[B | C])`.

    Raises:
        TypeError: one of them is neither a node nor a frozen dataclass that knows its node.
    """
    for written in vars(cls).get("__orig_bases__", ()):
        if issubclass(getattr(written, "__origin__", object), base):
            (given,) = get_args(written)
            types = get_args(given) if isinstance(given, UnionType) else (given,)
            for one in types if not isinstance(given, TypeVar) else ():
                frozen = getattr(getattr(one, "__dataclass_params__", None), "frozen", False)
                knows = "node" in getattr(one, "__dataclass_fields__", ()) or hasattr(one, "node")
                if not issubclass(one, ast.AST) and not (frozen and knows):
                    raise TypeError(f"{cls.__name__}: {one.__name__} can be no match")
            return types
    return ()


class Rule(Generic[M]):
    """One pattern, for what it matches; its docstring is its manual page.

    Class attributes:
        code: `JOL` and three digits, never reused.
        summary: one sentence, what the rule flags.
        severity: how much a finding matters by default.
        preview: the rule is silent unless `--preview` is given or it is selected by name.
        default: False for rules that run only when they are selected by name.
        fix: name of the codemod (file stem in codemods/) that can remove the finding.
        other_fixes: codemods for some of the findings. The first that takes the type of a match,
            `fix` before these, is the one for it.
        words: a file that holds none of these strings cannot hold a finding of this rule; empty
            when no such list can be given.
        measures: the rule is about how something is measured, so that its findings matter as much
            in a benchmark as elsewhere.
        rewritten: a file that imports at its top what is reported has to be written anew, and fails
            until then.
        about_names: what it reports is about a name, and the same mistake wherever that stands in a
            file. Of other rules only what stands in one function can be the same.
        across_files: the name is one of a library, mended by one search in the whole project.
        stops: what it reports as an error always raises, with whatever JAX, so that nothing comes
            to what follows in the same block.
        stops_traces: what it reports as an error always raises while JAX traces the function, so
            that nothing comes to what follows in the same block of what is only traced.
        weighed_by_runs: how much it costs, or whether anything, depends on how often the code runs
            and on what a turn does besides, which no reading tells: its warnings are for
            information until a run has shown the loss.
        match_types: what it reports, as written: `class StepNotJitted(Rule[EagerStep])`.
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
    measures: ClassVar[bool] = False
    about_names: ClassVar[bool] = False
    across_files: ClassVar[bool] = False
    rewritten: ClassVar[bool] = False
    stops: ClassVar[bool] = False
    stops_traces: ClassVar[bool] = False
    weighed_by_runs: ClassVar[bool] = False
    subject: ClassVar[Literal["code", "comments", "file"]] = "code"
    match_types: ClassVar[tuple[type, ...]] = ()
    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.match_types = match_types(cls, Rule)
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        for method in vars(cls):
            verb, _, node = method.partition("_")
            if verb == "visit" and not hasattr(ast, node):
                raise TypeError(f"{cls.__name__}.{method}: Python's ast has no node {node!r}")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.findings: list[tuple[M, Finding]] = []

    def matches(self) -> Iterable[M]:
        """What a fact lists for this rule in the file; each is given to `judge`."""
        return ()

    def judge(self, match: M) -> None:
        """Look at one of `matches`, and report it where it is a finding."""
        raise NotImplementedError

    def source(self, node: ast.AST) -> str:
        """The text of a node, as written."""
        return self.facts.module.source(node)

    def quoted(self, node: ast.AST, otherwise: str, limit: int = 40) -> str:
        """The text of a node in quotes where it is short, or what is said instead of it."""
        text = self.source(node)
        return f"`{text}`" if len(text) <= limit and "\n" not in text else otherwise

    def report(
        self,
        match: M,
        message: str,
        *,
        at: ast.AST | None = None,
        help: str = "",
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        certain: bool = True,
        because: tuple[str | None, ...] | None = None,
        assumed: tuple[str | None, ...] | None = None,
        weighed: bool | None = None,
        cause: str = "",
        since: Sequence[int] | None = None,
        gone: str = "",
        anew: bool = True,
    ) -> None:
        """Record that the rule fired.

        Args:
            match: what was found, which the codemod gets.
            message: one sentence, no full stop: what is there and what it costs.
            at: where to point, where that is not the node of the match.
            confidence: how sure the rule is: high by default, medium if it assumed something.
            severity: by default that of the match, or of the rule.
            certain: False makes it info of low confidence.
            because: the facts that were proven, by default those of the match; empty ones are
                left out.
            assumed: what was taken for granted, so that a reader can disagree; as `because`.
            weighed: whether the source, or a run, tells that it costs much; by default it does not
                where the rule is one that only runs weigh.
            cause: what findings have in common that are mended in one go, where that is not all
                that the message says.
            since: the first JAX with which it fails, or that of the day of a library that does.
            gone: what is not there any more, where nothing takes its place.
            anew: then a file that cannot be imported without it has to be written anew.
        """
        why = getattr(match, "because", (getattr(match, "why", ""),))
        proven = tuple(filter(None, why if because is None else because))
        taken = tuple(filter(None, getattr(match, "assumed", ()) if assumed is None else assumed))
        severity = severity or getattr(match, "severity", None) or self.severity
        if not certain:
            severity, confidence = Severity.INFO, Confidence.LOW
        elif confidence is None:
            confidence = Confidence.MEDIUM if taken else Confidence.HIGH
        lowered = None
        if weighed is None:
            weighed = not self.weighed_by_runs
        if not weighed and severity is Severity.WARNING:
            severity, lowered = Severity.INFO, Lowered(severity, UNSEEN)
        node = at if at is not None else node_of(match)
        start, end = self.facts.range(node)
        finding = Finding(
            code=self.code,
            name=self.name,
            message=message,
            path=self.facts.display,
            start=start,
            end=end,
            severity=severity,
            help=help,
            qualname=self.facts.module.qualname(node),
            snippet=self.facts.snippet(start, end),
            confidence=confidence,
            because=proven,
            assumed=taken,
            lowered=lowered,
            measures=self.measures,
            causes=self._causes(node, cause or without_places(message)),
            since=".".join(map(str, since or ())),
            gone=gone,
            ends=bool(gone) and run_on_import(self.facts.module, node),
            anew=anew,
        )
        self.findings.append((match, finding))

    def _causes(self, node: ast.AST, cause: str) -> tuple[str, ...]:
        """What tells that findings of this rule are mended in one go: they say the same, or stand
        in one statement and are about one thing, or names of one library."""
        module = self.facts.module
        where = "" if self.about_names else module.qualname(node)
        same = f"{ANYWHERE if self.across_files else where}: {cause}"
        statement = node if isinstance(node, ast.mod) else module.statement(node)
        if not isinstance(statement, ast.stmt) or hasattr(statement, "body"):
            return (same,)
        about = _SUBJECT.search(cause)
        root = about[1] if about else ""
        return same, f"{statement.lineno}:{statement.col_offset}: {root}"


AnyRule = type[Rule[Any]]

_LINE = re.compile(r"\blines? \d+")
_SUBJECT = re.compile(r"`(\w*)")


def without_places(message: str) -> str:
    """A message less what it says of one place: lines, and what stands in parentheses.

    >>> without_places("`key` was used up by `f(x)` (line 3): both draw the same")
    '`key` was used up by `f(x)` : both draw the same'
    >>> without_places("`x` was donated to `step` on line 8")
    '`x` was donated to `step` on '
    """
    parts = re.split(r"(`[^`]*`)", message)
    aside, out = 0, []
    for i, part in enumerate(parts):
        if i % 2:
            out.append(part if not aside else "")
            continue
        kept = []
        for letter in part:
            aside += letter == "("
            if not aside:
                kept.append(letter)
            aside -= letter == ")" and aside > 0
        out.append(_LINE.sub("", "".join(kept)))
    return "".join(out)


def each(
    fact: Callable[[Facts], Iterable[M] | Mapping[Any, M]],
) -> Callable[[Rule[M]], Iterable[M]]:
    """The `matches` of a rule that judges all that a fact lists: `matches = each(loops)`.

    Args:
        fact: gives the matches, or a mapping that has them as its values.
    """

    def matches(rule: Rule[M]) -> Iterable[M]:
        found = fact(rule.facts)
        return found.values() if isinstance(found, Mapping) else found

    return matches


__all__ = [
    "AnyRule", "Confidence", "Found", "Location", "Match", "Rule", "Severity", "each", "node_of",
]  # fmt: skip
