"""Asks the harness about one fix: which functions changed, and what running them shows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from jaxopt_lint.finding import Check, Evidence, Finding, Verdict
from jaxopt_lint.fixing.targets import changed
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import positional
from jaxopt_lint.settings.config import Config
from jaxopt_lint.syntax.reading import parse

if TYPE_CHECKING:
    from jaxopt_lint.verify.settings import VerifySettings


@contextmanager
def judging(
    config: Config, settings: VerifySettings
) -> Iterator[Callable[[Facts, str, Finding], Evidence]]:
    """A judge that shares one running JAX over all fixes of a run."""
    from jaxopt_lint.fixing.verdicts import Change, Verdicts
    from jaxopt_lint.verify.differing import CannotLift, is_script
    from jaxopt_lint.verify.evidence import Reason, unverified
    from jaxopt_lint.verify.harness import verify_change
    from jaxopt_lint.verify.lifting import NAME, lift
    from jaxopt_lint.verify.session import Session

    kept = None if settings.verdicts is None else Verdicts(settings.verdicts, settings)
    with Session(settings) as session:

        def decided(change: Change) -> dict[str, Evidence]:
            def decide() -> dict[str, Evidence]:
                if settings.budget is not None and not settings.budget.left:
                    return dict.fromkeys(change.functions, unverified(Reason.NOT_REACHED))
                return verify_change(
                    change.root, change.texts, change.functions, settings, donated=change.donated,
                    jitted=change.jitted, pieces=change.pieces, session=session,
                )  # fmt: skip

            return decide() if kept is None else kept.found(change, session, decide)

        def judge(facts: Facts, new: str, finding: Finding) -> Evidence:
            module = facts.module
            differs = changed(module, new)
            if not differs.functions and ast.dump(module.tree) == ast.dump(parse(new).tree):
                return Evidence(Verdict.PROVED, checks=(Check("run", None, "same program"),))
            after = Facts(
                Module(new, module.name, path=module.path, is_package=module.is_package),
                facts.project,
                display=facts.display,
            )
            if not differs.functions and not differs.statements:
                return no_function("nothing but imports and new names differs")
            path = (config.root / facts.display).resolve()
            if differs.statements or any(is_script(module.tree, n) for n in differs.functions):
                try:
                    lifted = lift(module.text, new, facts.display)
                except CannotLift as reason:
                    if differs.statements:
                        return no_function(str(reason))
                else:
                    name = f"{module.name}:{NAME}"
                    lent = donated_at(after, lifted.made_at) if lifted.made else set()
                    texts = {path: (lifted.old, lifted.new)}
                    found = decided(
                        Change(config.root, texts, [name], {name: lent}, pieces=[lifted.piece])
                    )
                    inputs = found[name].inputs
                    words = f"{lifted.words}; {inputs}" if inputs else lifted.words
                    return replace(found[name], inputs=words)
            change = Change(
                config.root,
                {path: (module.text, new)},
                [f"{module.name}:{name}" for name in differs.functions],
                {f"{module.name}:{n}": donated(after, n) for n in differs.functions},
                [f"{module.name}:{n}" for n in differs.functions if staged(facts, n)],
            )
            return combined(decided(change))

        yield judge


def no_function(why: str) -> Evidence:
    """Evidence on a change that no function holds which could be run."""
    return Evidence(Verdict.UNVERIFIED, reason="NO_FUNCTION", checks=(Check("run", None, why),))


def combined(found: dict[str, Evidence]) -> Evidence:
    """One verdict over several functions: the weakest of them."""
    order = [Verdict.REFUTED, Verdict.UNVERIFIED, Verdict.VERIFIED, Verdict.PROVED]
    results = list(found.values())
    worst = min(results, key=lambda e: order.index(e.verdict))
    if len(results) == 1:
        return worst
    checks = tuple(
        Check(f"{name.partition(':')[2]}: {check.name}", check.passed, check.detail)
        for name, evidence in found.items()
        for check in evidence.checks
    )
    gain: dict[str, object] = {}
    for name, evidence in found.items():
        for metric, value in evidence.gain.items():
            gain.setdefault(metric, value)
            if metric not in worst.gain:
                gain[f"{name.partition(':')[2]} {metric}"] = value
    return replace(
        worst,
        checks=checks,
        inputs="; ".join(sorted({e.inputs for e in results if e.inputs})),
        gain=gain,
        loses=any(e.loses for e in results),
        gains=any(e.gains for e in results),
        sources=tuple(sorted({source for e in results for source in e.sources})),
    )


def _function(facts: Facts, name: str) -> FunctionNode | None:
    for node in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        if facts.module.qualname(node) == name:
            return node
    return None


def donated(facts: Facts, name: str) -> set[int]:
    """The positions that calls of a name of the module donate."""
    values = [one.value for one in facts.module.top.bindings.get(name, ())]
    value = next((one for one in reversed(values) if one is not None), None)
    return _lent(facts, value if value is not None else _function(facts, name))


def donated_at(facts: Facts, line: int) -> set[int]:
    """The positions that calls of the function donate which is made on a line."""
    for node in facts.module.all(ast.Assign, ast.FunctionDef):
        if node.lineno == line:
            return _lent(facts, node.value if isinstance(node, ast.Assign) else node)
    return set()


def _lent(facts: Facts, made: ast.expr | FunctionNode | None) -> set[int]:
    """The positions that a function gives away, or one that an expression makes."""
    wraps = []
    function = None
    if isinstance(made, ast.expr):
        callee = calls(facts).callee(made)
        if callee is not None:
            wraps = [
                w for w in tracing(facts).wraps if any(w.options is c for _, c in callee.wraps)
            ]
            function = callee.node
    elif made is not None:
        function = made
        wraps = [w for w in tracing(facts).of(made) if w.decorator]
    out: set[int] = set()
    names = positional(function)
    for wrap in wraps:
        lent, _ = tracing(facts).donated(wrap)
        out |= {names.index(n) - wrap.bound for n in lent if n in names}
    return out


def staged(facts: Facts, name: str) -> bool:
    """Whether callers reach a function from inside a jit that is not its own."""
    function = _function(facts, name)
    if function is None or tracing(facts).staged(function) is None:
        return False
    return not any(w.decorator and w.transform.kind == "jit" for w in tracing(facts).of(function))
