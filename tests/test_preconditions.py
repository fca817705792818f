"""Each precondition of each fix: while it holds the fix is given, when it is broken it is not.

`preconditions/<codemod>/<precondition>.py` is two programs in one file. Lines that end in
`# holds` belong to the one in which the precondition holds, lines that end in `# broken` to the
one in which it does not, all others to both. Its first line says how the fix comes about:
`# rule: NAME` for a finding, `# rewrite: FUNCTION` for `jaxopt-lint rewrite`. A line
`# min-jax: 0.4.20` is the oldest JAX of the project, and what follows a line `# file: other.py` is
another file of it.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from jaxopt_lint import registry
from jaxopt_lint.codemod import AnyCodemod
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Applicability, Finding, Promise
from jaxopt_lint.fixing.fixer import Fixer
from jaxopt_lint.fixing.run import requested
from jaxopt_lint.running.engine import lint_file, settled
from jaxopt_lint.running.opening import project_of
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config

CASES = Path(__file__).parent / "preconditions"
CODEMODS = [registry.codemod(name) for name in sorted(registry.codemod_names())]
DECLARED = [(c, p.name) for c in CODEMODS for p in c.preconditions]
ORDER = (Promise.ASK, Promise.CLOSE, Promise.SAME)


@dataclass
class Program:
    """One of the two programs of a case: its files, main file first, and what is asked of it."""

    files: dict[str, str]
    rule: str
    function: str
    min_jax: str | None


def program(case: Path, kind: str) -> Program:
    """The program in which a precondition "holds" or is "broken"."""
    files = {"main.py": ""}
    asked = {"rule": "", "rewrite": "", "min-jax": ""}
    current = "main.py"
    for line in case.read_text(encoding="utf-8").splitlines():
        found = re.fullmatch(r"(.*?)  # (holds|broken)", line)
        if found is not None and found[2] != kind:
            continue
        text = found[1] if found is not None else line
        said = re.fullmatch(r"# (rule|rewrite|min-jax|file): (\S+)", text)
        if said is None:
            files[current] = files.get(current, "") + text + "\n"
        elif said[1] == "file":
            current = said[2]
        else:
            asked[said[1]] = said[2]
    return Program(files, asked["rule"], asked["rewrite"], asked["min-jax"] or None)


def outcomes(codemod: AnyCodemod, case: Program) -> list[Finding]:
    """The findings that a codemod is asked to fix, with its fix or its refusal."""
    config = Config(
        root=Path("/project"), preview=True, min_jax=case.min_jax,
        select=("ALL",),
    )  # fmt: skip
    sources = [
        SourceFile(Path("/project") / name, name, text.encode(), text, "utf-8", "\n")
        for name, text in case.files.items()
    ]
    project = project_of(sources, config).project
    if case.rule:
        rule = registry.find_rule(case.rule)
        comments = rule.subject == "comments"  # they are idle where all other rules have run
        rules = list(registry.rules().values()) if comments else [rule]
        linted = lint_file(sources[0], project, rules, config, None)
        assert linted.facts is not None and not linted.crashes, linted.crashes
        facts = linted.facts
        found = [
            (match, finding)
            for match, finding in settled(linted, config)[0]
            if finding.name == case.rule and isinstance(match, codemod.match_types)
        ]
    else:
        linted = lint_file(sources[0], project, [], config, Module(case.files["main.py"], "main"))
        assert linted.facts is not None
        facts = linted.facts
        found = requested(linted, codemod.name, case.function)
    fixer = Fixer(facts, config)
    out = [fixer.rewritten(match, finding, codemod.name) for match, finding in found]
    assert not fixer.crashes, fixer.crashes
    return out


def best(found: list[Finding]) -> int:
    """How much the best fix promises; -1 where there is none."""
    return max((ORDER.index(f.fix.promise) for f in found if f.fix is not None), default=-1)


@pytest.mark.parametrize(
    ("codemod", "precondition"), DECLARED, ids=[f"{c.name}/{p}" for c, p in DECLARED]
)
def test_fix_is_off_when_it_is_broken(codemod: AnyCodemod, precondition: str) -> None:
    case = CASES / codemod.name / f"{precondition}.py"
    assert case.exists(), "no case breaks it"
    for kind in ("holds", "broken"):
        for text in program(case, kind).files.values():
            ast.parse(text)
    good, bad = (outcomes(codemod, program(case, kind)) for kind in ("holds", "broken"))
    assert best(good) >= 0, [f.refused for f in good] or "there is no finding while it holds"
    assert not any(precondition in f.unmet for f in good), "it does not hold where it should"
    if codemod.promise is Promise.SAME:
        assert best(good) == ORDER.index(Promise.SAME), [f.fix and f.fix.assumed for f in good]
    # Off: nothing is found, or it is refused, or less is promised; and the reason has its name.
    assert best(bad) < best(good) or any(f.fix and f.fix.assumed for f in bad)
    safe = [f for f in bad if f.fix and f.fix.applicability is Applicability.SAFE]
    assert not safe, "a plain --fix would still apply it"
    for finding in bad:
        assert precondition in finding.unmet, (finding.refused, finding.fix)


@pytest.mark.parametrize("codemod", CODEMODS, ids=lambda c: c.name)
def test_the_same_bits_rest_on_something(codemod: AnyCodemod) -> None:
    if codemod.promise is Promise.SAME:
        assert codemod.preconditions, "it promises the same bits, and does not say why"
    names = [p.name for p in codemod.preconditions]
    assert len(set(names)) == len(names)
    for precondition in codemod.preconditions:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", precondition.name)
        assert precondition.sentence.endswith(".") and len(precondition.sentence.split()) > 3


def test_every_case_breaks_a_precondition() -> None:
    declared = {CASES / c.name / f"{p}.py" for c, p in DECLARED}
    assert set(CASES.glob("*/*.py")) <= declared


def test_a_fix_that_promises_less_says_what_is_not_proven() -> None:
    case = program(CASES / "hoist-jit" / "reads-nothing-that-changes.py", "broken")
    (finding,) = outcomes(registry.codemod("hoist-jit"), case)
    assert finding.fix is not None
    assert finding.fix.promise is Promise.ASK
    (assumed,) = finding.fix.assumed
    assert "`helper` reads `STATE`" in assumed
