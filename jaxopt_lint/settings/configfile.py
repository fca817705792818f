"""Finds configuration files, reads them, and lays the command line over them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxopt_lint.settings.config import PROJECT_MARKS, Config, ConfigError, VerifyConfig
from jaxopt_lint.settings.configkeys import TOP, VERIFY, read_table
from jaxopt_lint.settings.jaxversion import stated

_OWN_FILES = ("jaxopt-lint.toml", ".jaxopt-lint.toml")
_COMMAND_LINE = "command line"


@dataclass
class _Layer:
    """Values read so far, and where each came from."""

    top: dict[str, Any] = field(default_factory=dict)
    verify: dict[str, Any] = field(default_factory=dict)
    provenance: dict[str, str] = field(default_factory=dict)

    def add(self, table: Mapping[str, Any], base: Path, where: str) -> None:
        """Lay a table over what is there."""
        table = {**table}
        verify = table.pop("verify", {})
        if not isinstance(verify, dict):
            raise ConfigError(f"{where}: `verify` must be a table")
        for key, value in read_table(table, TOP, base, where).items():
            if TOP[key].adds:
                value = (*self.top.get(key, ()), *value)
            self.top[key] = value
            self.provenance[key] = where
        for key, value in read_table(verify, VERIFY, base, f"{where}: verify").items():
            self.verify[key] = value
            self.provenance[f"verify.{key}"] = where


def load_config(
    start: Path,
    *,
    isolated: bool = False,
    config_option: Sequence[str] = (),
    overrides: Mapping[str, Any] | None = None,
) -> Config:
    """The settings that hold for a path: nearest file with our table, then the command line.

    Args:
        start: directory from which to look upwards.
        isolated: read no files.
        config_option: values of `--config`, each a path or `KEY=VALUE`.
        overrides: settings from the command line, by their names in a configuration file.

    Raises:
        ConfigError: something in there is wrong.
    """
    overrides = overrides or {}
    start = Path(start).absolute()
    if start.is_file():
        start = start.parent
    chosen, pairs = _split_options(config_option)
    if isolated and chosen is not None:
        raise ConfigError("--isolated and --config PATH cannot be used together")
    file = None if isolated else chosen or nearest(start)
    layer = _Layer()
    if file is not None:
        table = _table(file)
        if table is None:
            table = {}  # named with --config, without our table: nothing to read
        _read_with_bases(layer, table, file, (file,))
    root = file.parent if file is not None and chosen is None else _project_root(start)
    for pair in pairs:
        layer.add(pair, Path.cwd(), "--config")
    if "select" in overrides:
        # Rules asked for on the command line replace those that a file adds.
        layer.top.pop("extend-select", None)
    layer.add(overrides, Path.cwd(), _COMMAND_LINE)
    inferred: set[str] = set()
    if not isolated:
        near = stated(start)
        for key, version in (("min-jax", near.floor), ("target-jax", near.ceiling)):
            if version is not None and key not in layer.top and not near.dated:
                layer.top[key] = version
                layer.provenance[key] = near.origin
                inferred.add(key)
    return Config(
        root=root,
        file=file,
        reads_projects=not isolated,
        inferred=frozenset(inferred),
        verify=VerifyConfig(**{VERIFY[k].field: v for k, v in layer.verify.items()}),
        provenance=layer.provenance,
        default_exclude=() if "exclude" in layer.top else Config.default_exclude,
        **{TOP[k].field: v for k, v in layer.top.items()},
    )


def _split_options(options: Sequence[str]) -> tuple[Path | None, list[dict[str, Any]]]:
    file: Path | None = None
    pairs = []
    for option in options:
        if Path(option).is_file():
            if file is not None:
                raise ConfigError("--config names two files; only one can be used")
            file = Path(option).absolute()
        elif "=" in option:
            try:
                pairs.append(tomllib.loads(option))
            except tomllib.TOMLDecodeError as error:
                raise ConfigError(f"--config {option}: not KEY=VALUE in TOML ({error})") from None
        else:
            raise ConfigError(f"--config {option}: no such file")
    return file, pairs


def nearest(start: Path) -> Path | None:
    """The closest file, upwards, that holds our settings."""
    for directory in (start, *start.parents):
        for name in _OWN_FILES:
            if (directory / name).is_file():
                return directory / name
        project = directory / "pyproject.toml"
        if project.is_file() and _mentions_us(project) and _table(project) is not None:
            return project
    return None


def _mentions_us(file: Path) -> bool:
    # A project whose pyproject.toml is broken but has nothing for us is not our business.
    try:
        return b"jaxopt-lint" in file.read_bytes()
    except OSError:
        return False


def _table(file: Path) -> dict[str, Any] | None:
    """Our table in a file, None if it is a pyproject.toml without one."""
    try:
        with file.open("rb") as stream:
            data = tomllib.load(stream)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{_shown(file)}: not valid TOML: {error}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{_shown(file)}: not valid UTF-8") from None
    except RecursionError:
        raise ConfigError(f"{_shown(file)}: it is nested too deeply to be read") from None
    except OSError as error:
        raise ConfigError(f"{_shown(file)}: {error.strerror or error}") from None
    if file.name != "pyproject.toml":
        return data
    tool = data.get("tool")
    table = tool.get("jaxopt-lint") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{_shown(file)}: `tool.jaxopt-lint` must be a table")
    return table


def _read_with_bases(
    layer: _Layer, table: dict[str, Any], file: Path, chain: tuple[Path, ...]
) -> None:
    """Read a file's table, after that of the file it extends."""
    table = {**table}
    extend = table.pop("extend", None)
    table.pop("$schema", None)
    if extend is not None:
        if not isinstance(extend, str) or "\0" in extend:
            raise ConfigError(f"{_shown(file)}: `extend` must be a string")
        base = (file.parent / Path(extend).expanduser()).resolve()
        if base in {f.resolve() for f in chain}:
            names = " -> ".join(_shown(f) for f in (*chain, base))
            raise ConfigError(f"{_shown(file)}: `extend` goes in a circle: {names}")
        if not base.is_file():
            raise ConfigError(f"{_shown(file)}: `extend` names {extend}, which does not exist")
        _read_with_bases(layer, _table(base) or {}, base, (*chain, base))
    layer.add(table, file.parent, _shown(file))


def _project_root(start: Path) -> Path:
    for directory in (start, *start.parents):
        if any((directory / mark).exists() for mark in PROJECT_MARKS):
            return directory
    here = Path.cwd()
    return here if start.is_relative_to(here) else start


def _shown(file: Path) -> str:
    """A configuration file as a user would name it: relative to here if it is near."""
    try:
        return file.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file.as_posix()
