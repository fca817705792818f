"""What is known about each expression of a file."""

from __future__ import annotations

import ast
from pathlib import Path

import click

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.values import values
from jaxopt_lint.semantics.python.module import Module


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def tree(file: Path) -> None:
    """Print each expression of a file with what is known about it."""
    facts = Facts(Module(file.read_text(encoding="utf-8"), file.stem, path=str(file)), Project())
    for function in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        why = tracing(facts).staged(function)
        click.echo(f"{facts.at(function)} {facts.module.qualname(function)}: {why or 'not traced'}")
    for node in facts.module.all(ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Compare):
        kind, name = values(facts).kind(node), facts.names.of(node)
        if kind.value != "unknown" or name:
            click.echo(f"{facts.at(node)} {ast.unparse(node)[:60]}: {kind.value} {name or ''}")
