"""`jaxopt-lint check`: find, show, fix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.harness import budget_option
from jaxopt_lint.cli.output import Output
from jaxopt_lint.running.ends import CLEAN, CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.settings.config import Config


class _Check(click.Command):
    """Takes `--add-ignore` with a value behind `=`, or with none."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; what follows a bare `--add-ignore` is a path, not its value."""
        return super().parse_args(
            ctx, ["--add-ignore=" if arg == "--add-ignore" else arg for arg in args]
        )


@click.command(
    cls=_Check, epilog="Exit codes: 0 nothing found, 1 findings, 2 could not do the job."
)
@opt.paths_argument
@click.option("--fix/--no-fix", default=None, help="Apply fixes that keep the result bit for bit.")
@click.option("--fix-only", is_flag=True, help="Apply fixes and report nothing else.")
@click.option("--show-fixes", is_flag=True, help="List the fixes that were applied.")
@click.option("--diff", is_flag=True, help="Print what --fix would change; change nothing.")
@click.option(
    "--verify/--no-verify",
    default=False,
    help="Run the original and the rewrite; with --fix, apply every fix that proves right.",
)
@opt.gain_option
@budget_option
@click.option("--python", metavar="PATH", help="For --verify: interpreter with the project's JAX.")
@opt.fix_options
@opt.rule_options
@opt.scope_options
@click.option(
    "--add-ignore",
    metavar="[=REASON]",
    help="Silence what is found with comments, and give the reason; --add-ignore=REASON.",
)
@opt.file_options
@click.option("--stdin-filename", metavar="NAME", help="The name of what is piped in as `-`.")
@opt.format_option
@click.option("-o", "--output-file", metavar="FILE", help="Write findings to a file.")
@click.option("--statistics", is_flag=True, help="Print how often each rule fired.")
@click.option("--show-files", is_flag=True, help="Print the files that would be looked at.")
@click.option("--show-settings", is_flag=True, help="Print the settings and where they come from.")
@click.option("-e", "--exit-zero", is_flag=True, help="Exit with 0 even if something was found.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if something was fixed.")
@opt.config_options
@opt.console_options
def check(paths: tuple[str, ...], **given: Any) -> int:
    """Find slow JAX code in files and directories, and fix it."""
    if "-" in paths and len(paths) > 1:
        raise CannotDo("`-` (standard input) cannot be mixed with other paths")
    output = Output.of(given)
    near = (given["stdin_filename"],) if given["stdin_filename"] else ()
    config = opt.settings(near if paths == ("-",) else paths, given)
    if given["show_settings"]:
        output.results(_settings(config))
        return CLEAN
    if given["show_files"]:
        from jaxopt_lint.report.console import one_line
        from jaxopt_lint.settings.discovery import discover

        found = discover(paths or (".",), config)
        names = [one_line(str(file.path)) for file in found if not file.error]
        output.results("".join(f"{name}\n" for name in names))
        return CLEAN
    opt.check_selectors(config)
    if given["since"] is not None and paths == ("-",):
        raise CannotDo("--since does not apply to standard input")
    from jaxopt_lint.cli.scope import Scope

    scope = Scope.of(config, given, paths)
    if given["add_ignore"] is not None:
        from jaxopt_lint.cli.ignoring import add_ignores

        return add_ignores(paths or (".",), config, output, given, scope)
    from jaxopt_lint.cli.session import Session

    session = Session(config, output, given, scope)
    return session.standard_input() if paths == ("-",) else session.files(paths or (".",))


def _settings(config: Config) -> str:
    """Every setting as TOML, with a comment that says where it comes from."""
    import json

    def toml(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{toml(k)} = {toml(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(toml, value)) + "]"
        return json.dumps(value, default=str, ensure_ascii=False)

    def lines(table: dict[str, Any], prefix: str = "") -> list[str]:
        out = []
        for key, value in table.items():
            if key == "verify":
                continue
            where = config.provenance.get(f"{prefix}{key}", "default")
            shown = "" if value is None else toml(value)
            out.append(f"{key} = {shown}  # {where}" if shown else f"# {key} is not set")
        return out

    from jaxopt_lint.settings.configkeys import as_table

    table = as_table(config)
    head = [f"# root: {config.root}", f"# file: {config.file or 'none'}"]
    verify = ["", "[verify]", *lines(table["verify"], "verify.")]
    return "\n".join([*head, *lines(table), *verify])
