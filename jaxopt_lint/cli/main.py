"""The `jaxopt-lint` command: finds the subcommand, and turns every end into an exit code."""

from __future__ import annotations

import difflib
import importlib
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from jaxopt_lint import __version__
from jaxopt_lint.cli.signals import Terminated, orderly
from jaxopt_lint.running.collector import quiet_collector, set_aside, set_quiet
from jaxopt_lint.running.ends import CLEAN, FAILED, INTERRUPTED, CannotDo

# Name -> where it is, and the line of `--help`. Nothing of it is imported before it runs.
COMMANDS = {
    "check": ("jaxopt_lint.cli.check:check", "Find slow JAX code, and fix it (the default)."),
    "rule": ("jaxopt_lint.cli.rule:rule", "Explain a rule."),
    "why": ("jaxopt_lint.cli.why:why", "Say why a line is reported, or why not."),
    "verify": ("jaxopt_lint.cli.verify:verify", "Prove that rewrites compute the same thing."),
    "record": ("jaxopt_lint.cli.record:record", "Run a command and keep inputs to verify with."),
    "observe": ("jaxopt_lint.cli.observe:observe", "Watch a run, and say what it lost, by line."),
    "tune": ("jaxopt_lint.cli.tune:tune", "Make a program faster by fixes proven on its own run."),
    "baseline": (
        "jaxopt_lint.cli.baseline:baseline",
        "Accept the findings of old code for now.",
    ),
    "rewrite": ("jaxopt_lint.cli.rewrite:rewrite", "Run one codemod on one function."),
    "review": ("jaxopt_lint.review.command:review", "Comment on a pull request."),
    "config": ("jaxopt_lint.cli.settings:config", "List the settings, or explain one."),
    "version": ("jaxopt_lint.cli.version:version", "Print the version."),
}
_NAME = "jaxopt-lint"
_GLOBAL_FLAGS = {"-q", "--quiet", "-s", "--silent", "-v", "--verbose", "--isolated"}
_GLOBAL_OPTIONS = {"--config", "--color"}


class LazyGroup(click.Group):
    """Imports a subcommand when it is asked for; anything else is `check`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of `--help`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `check` in front of what names no command."""
        first = 0
        while first < len(args):
            if args[first] in _GLOBAL_FLAGS or args[first].startswith(("--config=", "--color=")):
                first += 1
            elif args[first] in _GLOBAL_OPTIONS:
                first += 2
            else:
                break
        if first < len(args) and args[first] in COMMANDS:
            args = [args[first], *args[:first], *args[first + 1 :]]
        elif not args or args[0] not in ("-h", "--help", "-V", "--version"):
            if first < len(args):
                _refuse_mistyped(args[first])
            args = ["check", *args]
        return super().parse_args(ctx, args)


def _refuse_mistyped(word: str) -> None:
    """Raise for a word that looks like a command, is none, and is no path either.

    What looks like a path is left to `check`, which reports it as a file that cannot be read.
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z-]*", word) or os.path.lexists(word):
        return
    near = difflib.get_close_matches(word.lower(), COMMANDS, 1, 0.6)
    hint = f"did you mean `{near[0]}`?" if near else f"commands are {', '.join(COMMANDS)}"
    raise CannotDo(f"no such command or path: `{word}`; {hint}")


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`jaxopt-lint PATHS` is `jaxopt-lint check PATHS`; see `jaxopt-lint check --help`.",
)
@click.version_option(__version__, "-V", "--version", message="jaxopt-lint %(version)s")
def cli() -> None:
    """Find slow JAX code, rewrite it, and prove that the rewrite computes the same thing."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; never shows a traceback.

    With JAXOPT_LINT_DEBUG set, our own errors are raised, for those who look for their cause.
    """
    for stream in (sys.stdout, sys.stderr):
        # A file name or a message that the terminal's encoding lacks is no reason to fail.
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if argv is None:
        set_quiet()
    with orderly():
        code = _ended(sys.argv[1:] if argv is None else list(argv))
    if argv is None and code in _FROM_OUTSIDE:
        # All is cleaned up. The interpreter's own end would wait for the threads of the pool, and
        # one that feeds workers which were killed never ends.
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, ValueError, OSError):
                stream.flush()
        os._exit(code)
    if argv is None:
        set_aside()
    return code


# Exit codes that say that somebody ended the run: Ctrl-C, SIGTERM, SIGHUP.
_FROM_OUTSIDE = (INTERRUPTED, 143, 129)


def _ended(args: list[str]) -> int:
    """Run the command line to whatever end it takes; the exit code of that end."""
    try:
        code = _run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _reader_left()
    except Terminated as end:
        _say("terminated")
        return end.code
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        return INTERRUPTED
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        _say(f"error: {_one_line(error.format_message())}")
        if isinstance(error, click.UsageError) and error.ctx is not None:
            _say(f"Try `{error.ctx.command_path} --help`.")
        return FAILED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except Exception as error:
        return _failed(error)


def _run(args: list[str]) -> int:
    # Not `cli.main`: that one has exit codes and endings of its own.
    completion = os.environ.get("_JAXOPT_LINT_COMPLETE")
    if completion:
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, _NAME, "_JAXOPT_LINT_COMPLETE", completion)
    # Reports, too, are made while the trees are alive.
    with quiet_collector(), cli.make_context(_NAME, args) as context:
        code = cli.invoke(context)
    return code if isinstance(code, int) else CLEAN


def _failed(error: Exception) -> int:
    """Report an error: a user's mistake in one line, our own with a request to report it."""
    if isinstance(error, OSError) and error.errno == 32:
        return _reader_left()
    if isinstance(error, OSError):  # a full disk, a directory that vanished
        _drop_output()
        _say(f"error: {_one_line(str(error))}")
    elif isinstance(error, _mistakes()):
        _say(f"error: {_one_line(str(error))}")
    else:
        _say(f"error: jaxopt-lint itself failed: {type(error).__name__}: {_one_line(str(error))}")
        _say(f"This is a bug in jaxopt-lint {__version__}; please report it.")
        if os.environ.get("JAXOPT_LINT_DEBUG"):
            raise error
    return FAILED


def _mistakes() -> tuple[type[Exception], ...]:
    from jaxopt_lint.files.errors import SourceError
    from jaxopt_lint.registry import Malformed, UnknownSelector
    from jaxopt_lint.settings.config import ConfigError

    return (CannotDo, ConfigError, UnknownSelector, Malformed, SourceError)


def _reader_left() -> int:
    """End quietly when what we print to has been closed, as by `| head`."""
    _drop_output()
    return CLEAN


def _drop_output() -> None:
    # Python flushes standard output once more at exit; that must not fail either.
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(text: str) -> None:
    with suppress(OSError, ValueError):
        from jaxopt_lint.report.console import inert

        click.echo(inert(text), err=True)


def _one_line(text: Any) -> str:
    from jaxopt_lint.report.console import one_line

    return one_line(" ".join(str(text).split("\n")))
