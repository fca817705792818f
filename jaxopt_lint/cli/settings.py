"""`jaxopt-lint config`: which settings there are."""

from __future__ import annotations

import difflib
import json

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.running.ends import CLEAN, CannotDo
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.configkeys import TOP, VERIFY, plain, schema


@click.command()
@click.argument("key", required=False)
@click.option("--output-format", type=opt.Choice(["text", "json"]), default="text")
def config(key: str | None, output_format: str) -> int:
    """List the settings of a configuration file, or explain one.

    With --output-format json, print the JSON schema of the whole file.
    """
    keys = {**TOP, **{f"verify.{name}": entry for name, entry in VERIFY.items()}}
    if output_format == "json" and key is None:
        click.echo(json.dumps(schema(), indent=2))
        return CLEAN
    if key is None:
        for name, entry in keys.items():
            click.echo(f"{name.ljust(22)} {entry.doc}")
        return CLEAN
    if key not in keys:
        near = difflib.get_close_matches(key, keys, 1, 0.5)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise CannotDo(f"there is no setting `{key}`{hint}")
    entry = keys[key]
    defaults = Config()
    default = plain(
        getattr(defaults.verify if key.startswith("verify.") else defaults, entry.field)
    )
    if output_format == "json":
        click.echo(json.dumps({**entry.schema, "description": entry.doc, "default": default}))
    else:
        click.echo(f"{entry.doc}\n\nDefault: {json.dumps(default)}")
        click.echo(f"Type: {json.dumps(entry.schema)}")
    return CLEAN
