"""The files that a new rule needs, to be filled in."""

from __future__ import annotations

import re
from collections.abc import Collection

import click

from jaxopt_lint import registry
from jaxopt_lint.dev import ROOT

KINDS = {
    "compilation": 1, "loops": 2, "memory": 3, "transfers": 4, "differentiation": 5,
    "devices": 6, "api": 7, "purity": 8, "environment": 9,
}  # fmt: skip


@click.command("new-rule")
@click.argument("name")
@click.option("--kind", type=click.Choice(list(KINDS)), required=True)
@click.option("--code", help="By default the one after the last of its kind.")
@click.option("--fix", help="Also make a codemod of this name.")
def new_rule(name: str, kind: str, code: str | None, fix: str | None) -> None:
    """Write the files that a new rule needs, to be filled in."""
    for given in (name, fix):
        if given is not None and not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", given):
            raise click.UsageError(f"{given!r} is not a kebab-case name")
    if name in registry.rules():
        raise click.UsageError(f"there is a rule {name} already")
    taken = {rule.code for rule in registry.rules().values()}
    if code is None:
        code = next_code(kind, taken)
    if code in taken:
        raise click.UsageError(f"{code} is taken")
    snake = name.replace("-", "_")
    files = {
        ROOT / "rules" / f"{snake}.py": _RULE.format(
            cls=_camel(name), code=code, fix=f'"{fix}"' if fix else "None",
            safety=_SAFETY if fix else "", becomes=_BECOMES if fix else "",
        ),
        ROOT / "tests" / "cases" / name / "basic.before.py": _CASE.format(code=code),
        ROOT / "tests" / "cases" / name / "near_miss.py": _NEAR_MISS,
    }  # fmt: skip
    if fix is not None and fix not in registry.codemod_names():
        files[ROOT / "codemods" / f"{fix.replace('-', '_')}.py"] = _CODEMOD.format(cls=_camel(fix))
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise click.UsageError(f"{path.relative_to(ROOT)} exists")
        path.write_text(text, encoding="utf-8")
        click.echo(f"wrote {path.relative_to(ROOT)}")
    click.echo("next: fill in the FILL-IN marks, then")
    click.echo(f"  scripts/test tests/test_cases.py -k {name} --update")
    click.echo("  scripts/docs")


def next_code(kind: str, taken: Collection[str]) -> str:
    """The code after the last one of a kind; gaps stay, since a code is never given twice.

    >>> next_code("loops", {"JOL201", "JOL203", "JOL301"}), next_code("purity", set())
    ('JOL204', 'JOL801')
    """
    first = KINDS[kind] * 100
    numbers = [int(code.removeprefix("JOL")) for code in taken]
    last = max((n for n in numbers if first < n < first + 100), default=first)
    if last == first + 99:
        raise click.UsageError(f"JOL{last} is the last code of {kind}: name a free one with --code")
    return f"JOL{last + 1}"


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


_SAFETY = """
    ## Fix safety
    FILL-IN: what the fix may change, and how it is checked.
"""
_BECOMES = """    becomes
    ```python
    import jax  # FILL-IN
    ```
"""
_RULE = '''"""FILL-IN: the pattern, as one noun phrase."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule


class {cls}(Rule[ast.Call]):
    """FILL-IN: one sentence that says what is there.

    ## Why is this slow?
    FILL-IN: what it costs, with a figure that was measured.

    ## Example
    ```python
    import jax  # FILL-IN
    ```
{becomes}{safety}
    ## When to keep it
    FILL-IN
    """

    code = "{code}"
    summary = "FILL-IN"
    preview = True
    fix = {fix}
    words = ("FILL-IN",)  # a file without any of these has no finding

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) == "jax.FILL_IN":
            self.report(node, "FILL-IN: what is there and what it costs")
'''
_CODEMOD = '''"""FILL-IN: what is rewritten into what."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise


class {cls}(Codemod[ast.Call]):
    """FILL-IN: title of the fix, a verb phrase."""

    promise = Promise.ASK

    def rewrite(self, node: ast.Call) -> None:
        self.refuse("FILL-IN: why this match is left alone")
'''
_CASE = """import jax
import jax.numpy as jnp


def run(x):
    return jnp.sin(x)  # want: {code} "FILL-IN"


def inputs(key):
    return (jax.random.normal(key, (5, 3)),)
"""
_NEAR_MISS = """# FILL-IN: what looks like the pattern and must stay.
import jax.numpy as jnp


def clean(x):
    return jnp.sin(x)
"""
