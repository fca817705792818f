"""`jaxopt-lint observe -- COMMAND`: watch a run, and say where it lost time and memory."""

from __future__ import annotations

from typing import Any

import click

from jaxopt_lint.cli import observed
from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.running.ends import CannotDo

_RUN = "run"


class _Observe(click.Group):
    """What begins with none of its commands is a command to run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `run` in front of options and of `--`."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [_RUN, *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=_Observe,
    no_args_is_help=True,
    subcommand_metavar="-- COMMAND... | list | show | diff | clean",
    epilog="`jaxopt-lint observe -- COMMAND` is `jaxopt-lint observe run -- COMMAND`; see "
    "`jaxopt-lint observe run --help`.",
)
def observe() -> None:
    """Watch a run of a program, and say where it loses time and memory."""


@observe.command(
    _RUN,
    short_help="Run a command and report what it lost (the default).",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="The report goes to standard error, after the command has ended. Exit code: that of "
    "the command; 1 where it is 0 and a --fail-on holds.",
)
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
@click.option(
    "--record",
    is_flag=True,
    help="Also keep calls, with the contents of arrays, to verify with; adds waits.",
)
@observed.report_options
@opt.config_options
@opt.console_options
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND...")
def run(
    steps: int,
    after: int,
    functions: tuple[str, ...],
    no_values: bool,
    record: bool,
    command: tuple[str, ...],
    **given: Any,
) -> int:
    """Run a command as ever, and report where it lost time and memory, and which line to change.

    What was seen is kept in `.jaxopt-lint` of the project.
    """
    from jaxopt_lint.observe.running import Options
    from jaxopt_lint.running.watching import observe as watch

    output = Output.of(given)
    limits = observed.limits(given["fail_on"])
    store = observed.store(given)
    if not command:
        raise CannotDo("nothing to run: jaxopt-lint observe -- python train.py")
    observed.check_command(command)
    if record and no_values:
        raise CannotDo("--record keeps values, and --no-values keeps none")
    if record:
        observed.check_recordable()
    options = Options(steps, after, functions, not no_values, record=record)
    header, code = watch(command, store.root, options)
    exceeded = observed.report(store, header.name, given, limits, output, err=True)
    return code or exceeded


for _command in (observed.list_runs, observed.show, observed.diff, observed.clean):
    observe.add_command(_command)
