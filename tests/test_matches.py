"""What a rule reports is what its codemod takes: the registry holds the two against each other."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from jaxopt_lint import registry
from jaxopt_lint.cli.main import main
from jaxopt_lint.codemod import Codemod, OnRequest
from jaxopt_lint.rule import Rule, node_of


@dataclass(frozen=True)
class Doubled:
    """A sum of a name with itself."""

    node: ast.BinOp


@dataclass(frozen=True)
class Apart:
    """Something of which the node has another name."""

    at: ast.BinOp


@dataclass
class Changing:
    """Something that whoever has it may change."""

    node: ast.BinOp


class Sums(Rule[Doubled | ast.Call]):
    """## Why is this bad?

    ## Example
    ## Fix safety
    """

    code = "JOL999"
    summary = "A sum"
    fix = "double"
    other_fixes = ("called",)

    def matches(self) -> Iterable[Doubled]:
        return ()


class Double(Codemod[Doubled]):
    """Double it."""


class Called(Codemod[ast.expr]):
    """Call it."""


class Named(Codemod[ast.Name]):
    """Name it."""


class Asked(OnRequest[ast.Name]):
    """Do what somebody asks for."""


def with_codemods(monkeypatch: pytest.MonkeyPatch, **codemods: type) -> None:
    monkeypatch.setattr(registry, "rules", lambda: {"sums": Sums})
    monkeypatch.setattr(registry, "codemod_names", lambda: frozenset(codemods))
    monkeypatch.setattr(registry, "codemod", codemods.__getitem__)


def test_the_types_are_read_off_the_class() -> None:
    assert Sums.match_types == (Doubled, ast.Call)
    assert Double.match_types == (Doubled,)
    assert registry.find_rule("step-not-jitted").match_types == registry.codemod("jit").match_types


@pytest.mark.parametrize("wrong", [Apart, Changing, str])
def test_a_match_is_a_node_or_a_frozen_value_that_knows_its_node(wrong: type) -> None:
    for base in (Rule, Codemod):
        with pytest.raises(TypeError, match=f"{wrong.__name__} can be no match"):
            exec("class Wrong(base[wrong]): pass", {"base": base, "wrong": wrong})


def test_a_rule_and_its_codemods_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    with_codemods(monkeypatch, double=Double, called=Called)
    registry.validate()
    node = ast.parse("x + x", mode="eval").body
    assert isinstance(node, ast.BinOp)
    assert registry.fix_for(Sums, Doubled(node)) == "double"
    assert registry.fix_for(Sums, ast.Call(node, [], [])) == "called"
    assert registry.fix_for(Sums, node) == "called"  # any expression is what it takes
    assert node_of(Doubled(node)) is node is node_of(node)


def test_what_nobody_takes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with_codemods(monkeypatch, double=Double, called=Named)
    with pytest.raises(registry.Malformed, match="no codemod of it takes a Call"):
        registry.validate()


def test_a_codemod_that_takes_nothing_of_the_rule_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Sums, "match_types", (Doubled,))
    with_codemods(monkeypatch, double=Double, called=Called)
    with pytest.raises(registry.Malformed, match="`called` takes nothing that the rule reports"):
        registry.validate()


def test_a_codemod_without_a_rule_is_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    with_codemods(monkeypatch, double=Double, called=Called, named=Named)
    with pytest.raises(registry.Malformed, match="no rule names it, and it is not `OnRequest`"):
        registry.validate()
    with_codemods(monkeypatch, double=Double, called=Called, asked=Asked)
    registry.validate()


STEP = """import jax


def make(xs):
    outs = []
    for x in xs:
        outs.append(jax.jit(lambda y: y + 1)(x))
    return outs


def other(xs):
    outs = []
    for x in xs:
        outs.append(jax.jit(lambda y: y + 2)(x))
    return outs
"""


def test_rewrite_takes_what_the_rules_find(tmp_path: Path) -> None:
    file = tmp_path / "steps.py"
    file.write_text(STEP)
    assert main(["rewrite", "hoist-jit", f"{file}:make"]) == 0
    once = file.read_text()
    assert "    jitted = jax.jit(lambda y: y + 1)\n    for x" in once and "y + 2)(x)" in once
    assert main(["rewrite", "hoist-jit", str(file)]) == 0
    assert "y + 2)(x)" not in file.read_text()


def test_rewrite_finds_a_match_by_the_function_that_it_is_about(tmp_path: Path) -> None:
    file = tmp_path / "step.py"
    file.write_text(
        "import jax\n\n\ndef step(params, x):\n"
        "    grads = jax.grad(lambda p: (p * x).sum())(params)\n"
        "    return params - 0.1 * grads\n\n\ntrain = jax.jit(step)\n"
    )
    assert main(["rewrite", "donate", f"{file}:step", "--diff"]) == 1
    assert main(["rewrite", "donate", f"{file}:step"]) == 0
    assert 'train = jax.jit(step, donate_argnames="params")' in file.read_text()
