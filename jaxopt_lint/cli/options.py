"""Options that several commands share, and the settings that they stand for."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from jaxopt_lint.settings.config import FORMATS, Config
from jaxopt_lint.settings.configfile import load_config
from jaxopt_lint.settings.configkeys import near_miss

_F = TypeVar("_F", bound=Callable[..., Any])
# Options that are settings, by their names in a configuration file.
_LISTS = ("select", "ignore", "extend-select", "fixable", "unfixable", "exclude", "extend-exclude")
_VALUES = (
    "preview",
    "force-exclude",
    "respect-gitignore",
    "ignore-noqa",
    "unsafe-fixes",
    "output-format",
    "target-jax",
    "min-jax",
    "min-confidence",
    "severity",
    "jobs",
    "cache",
    "cache-dir",
    "baseline",
)


def options(*decorators: Callable[[Any], Any]) -> Callable[[_F], _F]:
    """Several options as one decorator, in reading order."""

    def decorate(function: _F) -> _F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def _flag(name: str, help: str) -> Callable[[Any], Any]:
    # No default: only what is given on the command line overrides a configuration file.
    return click.option(f"--{name}/--no-{name}", default=None, help=help)


def _list(name: str, metavar: str, help: str) -> Callable[[Any], Any]:
    return click.option(f"--{name}", multiple=True, metavar=metavar, help=help)


class Choice(click.Choice):  # type: ignore[type-arg]
    """A choice that guesses what was meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The choice of a word."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            hint = near_miss(value, map(str, self.choices))
            self.fail(error.message.rstrip(".") + hint, param, ctx)


paths_argument = click.argument("paths", nargs=-1, metavar="[PATHS]...", type=click.Path())

config_options = options(
    click.option("--config", "config_option", multiple=True, metavar="PATH|KEY=VALUE",
                 help="A configuration file, or one setting as in a configuration file."),
    click.option("--isolated", is_flag=True, help="Read no configuration files."),
)  # fmt: skip

rule_options = options(
    _list("select", "RULES", "Rules to run: names, codes, prefixes of codes, ALL."),
    _list("ignore", "RULES", "Rules to leave out."),
    _list("extend-select", "RULES", "Rules to run besides those selected."),
    _flag("preview", "Also run rules that are not settled yet."),
    click.option("--min-confidence", metavar="LEVEL", help="low, medium or high."),
    click.option("--severity", metavar="LEVEL",
                 help="Print error, warning or info, and what is more severe."),
    click.option("--target-jax", metavar="VERSION", help="JAX that the code should be ready for."),
    click.option("--min-jax", metavar="VERSION", help="Oldest JAX that the code must work with."),
    click.option("--ignore-noqa", is_flag=True, default=None,
                 help="Report findings that comments silence."),
)  # fmt: skip

fix_options = options(
    _list("fixable", "RULES", "Rules whose findings may be fixed."),
    _list("unfixable", "RULES", "Rules whose findings are never fixed."),
    _flag("unsafe-fixes", "Also apply fixes that can change behaviour."),
)

file_options = options(
    _list("exclude", "GLOBS", "Files to leave out, instead of the usual ones."),
    _list("extend-exclude", "GLOBS", "Files to leave out besides."),
    _flag("respect-gitignore", "Leave out what git ignores (the default)."),
    _flag("force-exclude", "Exclude even files that are named on the command line."),
    click.option("-j", "--jobs", type=int, metavar="N", help="Processes to use; 0 picks a number."),
    click.option("-n", "--no-cache", "cache", flag_value=False, default=None, type=bool,
                 envvar="JAXOPT_LINT_NO_CACHE", help="Keep and use no earlier results."),
    click.option("--cache-dir", metavar="DIR", envvar="JAXOPT_LINT_CACHE_DIR",
                 help="Where results are kept."),
)  # fmt: skip

gain_option = click.option(
    "--require-gain",
    is_flag=True,
    help="Of what is verified, take only what is measurably better.",
)

scope_options = options(
    click.option("--since", metavar="REV",
                 help="Only look at lines that changed since a revision of git."),
    click.option("--baseline", metavar="FILE", help="Leave out the findings of a baseline."),
    click.option("--no-baseline", is_flag=True, help="Report what the baseline holds, too."),
)  # fmt: skip

format_option = click.option(
    "--output-format",
    envvar="JAXOPT_LINT_OUTPUT_FORMAT",
    metavar="|".join(FORMATS),
    help="How findings are printed.",
)

console_options = options(
    click.option("--color", type=Choice(["auto", "always", "never"]), default="auto",
                 help="Whether to colour the output."),
    click.option("-q", "--quiet", is_flag=True, help="Print findings only."),
    click.option("-s", "--silent", is_flag=True, help="Print nothing; the exit code says it all."),
    click.option("-v", "--verbose", is_flag=True, help="Say more about what is done."),
)  # fmt: skip


def settings(paths: Sequence[str], given: dict[str, Any]) -> Config:
    """The settings that hold for some paths, with the options given over them."""
    overrides: dict[str, Any] = {}
    for name in _LISTS:
        values = given.get(name.replace("-", "_"))
        if values:
            overrides[name] = [v.strip() for value in values for v in _split(value) if v.strip()]
    for name in _VALUES:
        value = given.get(name.replace("-", "_"))
        if value is not None:
            overrides[name] = value
    if given.get("require_gain"):
        overrides["verify"] = {"require-gain": True}
    return load_config(
        common_directory(paths),
        isolated=given.get("isolated", False),
        config_option=given.get("config_option", ()),
        overrides=overrides,
    )


def check_selectors(config: Config) -> None:
    """Raise for a selector that names no rule, and say which setting it stands in."""
    from jaxopt_lint import registry
    from jaxopt_lint.running.ends import CannotDo

    stated = {
        "select": config.select,
        "ignore": config.ignore,
        "extend-select": config.extend_select,
        "fixable": config.fixable,
        "unfixable": config.unfixable,
        "per-file-ignores": [s for _, codes in config.per_file_ignores for s in codes],
    }
    for setting, selectors in stated.items():
        for selector in selectors:
            try:
                registry.check_selector(selector)
            except registry.UnknownSelector as error:
                where = config.provenance.get(setting, "the defaults")
                raise CannotDo(f"{where}: `{setting}`: {error}") from None


def check_paths(paths: Sequence[str]) -> None:
    """Raise for a path that is not there."""
    from jaxopt_lint.running.ends import CannotDo

    for path in paths:
        if not os.path.lexists(path):
            raise CannotDo(f"{path}: no such file or directory")


def common_directory(paths: Sequence[str]) -> Path:
    """The innermost directory that holds all paths, from which configuration is looked up."""
    if not paths:
        return Path.cwd()
    absolute = [os.path.abspath(path) for path in paths]
    try:
        common = Path(os.path.commonpath(absolute))
    except ValueError:  # different drives
        return Path.cwd()
    while not common.is_dir() and common != common.parent:
        common = common.parent
    return common


def _split(value: str) -> list[str]:
    """A comma-separated list; commas in braces belong to a glob."""
    parts, depth, current = [], 0, ""
    for letter in value:
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += letter
    return [*parts, current]
