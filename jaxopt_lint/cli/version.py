"""`jaxopt-lint version`."""

from __future__ import annotations

import json
import platform

import click

from jaxopt_lint import __version__
from jaxopt_lint.cli import options as opt


@click.command()
@click.option("--output-format", type=opt.Choice(["text", "json"]), default="text")
def version(output_format: str) -> None:
    """Print the version."""
    if output_format == "json":
        click.echo(json.dumps({"version": __version__, "python": platform.python_version()}))
    else:
        click.echo(f"jaxopt-lint {__version__}")
