"""`jaxopt-lint observe -- COMMAND`: watch a run, and keep what it did line by line."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.running.ends import CannotDo


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option(
    "--steps",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Write down this many iterations of the loop that steps; 0 for all.",
)
@click.option(
    "--after",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Let this many of its iterations go by before.",
)
@click.option(
    "--functions",
    multiple=True,
    metavar="GLOB",
    help="Watch the functions with such qualified names only.",
)
@click.option("--no-values", is_flag=True, help="Keep no kinds, shapes or values of arguments.")
@opt.config_options
@opt.console_options
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND...")
def observe(
    steps: int,
    after: int,
    functions: tuple[str, ...],
    no_values: bool,
    command: tuple[str, ...],
    **given: Any,
) -> int:
    """Run a command as ever, and keep what it does and what that costs, line by line.

    What is kept lies in `.jaxopt-lint` of the project. The exit code is that of the command.
    """
    from jaxopt_lint.observe.running import Options
    from jaxopt_lint.observe.running import observe as run

    output = Output.of(given)
    config = opt.settings((), given)
    if not command:
        raise CannotDo("nothing to run: jaxopt-lint observe -- python train.py")
    if shutil.which(command[0]) is None and not Path(command[0]).is_file():
        raise CannotDo(f"`{command[0]}` is no command that can be found")
    header, code = run(command, config.root, Options(steps, after, functions, not no_values))
    output.note(f"Observed as {header.name}.", level=1)
    return code
