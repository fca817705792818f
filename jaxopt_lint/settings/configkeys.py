"""The names that a configuration file may use, and how their values are checked.

One table serves the reader, the near-miss hints, `--show-settings` and the JSON schema.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from jaxopt_lint.finding import Confidence, Severity
from jaxopt_lint.settings.config import FORMATS, SOURCES, Config, ConfigError, Glob, VerifyTarget
from jaxopt_lint.settings.severity import Step

# A reader gets the value and the directory that relative paths start from; it raises _Wrong.
Reader = Callable[[Any, Path], Any]


class _Wrong(Exception):
    """A value does not fit; the text says what was expected."""


@dataclass(frozen=True)
class Key:
    """One setting.

    Attributes:
        read: checks and converts a TOML value.
        schema: the value's JSON schema.
        doc: one sentence for people.
        adds: values add to those of an `extend`ed file instead of replacing them.
        field: attribute of the settings object.
    """

    read: Reader
    schema: Mapping[str, Any]
    doc: str
    adds: bool = False
    field: str = ""


def read_table(
    table: Mapping[str, Any], keys: Mapping[str, Key], base: Path, where: str
) -> dict[str, Any]:
    """A table's values by key.

    Raises:
        ConfigError: a key is unknown or a value does not fit.
    """
    out = {}
    for name, value in table.items():
        if name not in keys:
            hint = near_miss(name.replace("_", "-"), keys)
            raise ConfigError(f"{where}: unknown key `{name}`{hint}")
        try:
            out[name] = keys[name].read(value, base)
        except _Wrong as wrong:
            raise ConfigError(f"{where}: `{name}` must be {wrong}") from None
    return out


def near_miss(word: object, known: Iterable[str]) -> str:
    """`; did you mean ...?`, or nothing where no known word is near."""
    near = difflib.get_close_matches(str(word).lower(), list(known), 1, 0.6)
    return f"; did you mean `{near[0]}`?" if near else ""


def plain(value: Any) -> Any:
    """A setting as JSON can hold it."""
    if isinstance(value, Glob):
        return value.pattern
    if isinstance(value, Path):
        return value.as_posix()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        if value and all(isinstance(v, tuple) and isinstance(v[0], Glob) for v in value):
            return {v[0].pattern: plain(v[1]) for v in value}
        return [plain(v) for v in value]
    return value


def as_table(config: Config) -> dict[str, Any]:
    """Every setting by its name in a configuration file, as plain values."""
    table = {key: plain(getattr(config, k.field)) for key, k in TOP.items()}
    for key, k in TOP.items():
        if k.schema.get("type") == "object" and not table[key]:
            table[key] = {}
    verify = {key: plain(getattr(config.verify, k.field)) for key, k in VERIFY.items()}
    return {**table, "verify": verify}


def schema() -> dict[str, Any]:
    """The JSON schema of a configuration file."""

    def of(keys: Mapping[str, Key]) -> dict[str, Any]:
        return {name: {**key.schema, "description": key.doc} for name, key in keys.items()}

    def closed(properties: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": False, "properties": properties}

    verify = closed(of(VERIFY))
    target = {**closed(of(TARGET)), "required": ["function"]}
    verify["properties"]["target"] |= {"items": target}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "jaxopt-lint",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            **of(TOP),
            "extend": {"type": "string", "description": "A file whose settings come first."},
            "verify": verify,
        },
    }


# -- readers of values ------------------------------------------------------------------


def _boolean(value: Any, base: Path) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("true or false")
    return value


def _string(value: Any, base: Path) -> str:
    if not isinstance(value, str):
        raise _Wrong("a string")
    if "\0" in value:
        raise _Wrong("a string without null characters")
    return value


def _strings(value: Any, base: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise _Wrong("a list of strings")
    return tuple(_string(v, base) for v in value)


def _string_or_strings(value: Any, base: Path) -> tuple[str, ...]:
    return (_string(value, base),) if isinstance(value, str) else _strings(value, base)


def _globs(value: Any, base: Path) -> tuple[Glob, ...]:
    return tuple(_glob(pattern, base) for pattern in _strings(value, base))


def _glob(pattern: str, base: Path) -> Glob:
    glob = Glob(base, pattern)
    try:
        glob.matches(base / "x")
    except Exception:  # whatever the pattern library raises for a malformed pattern
        raise _Wrong(f"a list of gitignore patterns, which `{pattern}` is not") from None
    return glob


def _path(value: Any, base: Path) -> Path:
    return (base / _string(value, base)).absolute()


def _paths(value: Any, base: Path) -> tuple[Path, ...]:
    return tuple((base / path).resolve() for path in _strings(value, base))


def _ignores(value: Any, base: Path) -> tuple[tuple[Glob, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise _Wrong("a table from glob to list of rules")
    return tuple((_glob(pattern, base), _strings(codes, base)) for pattern, codes in value.items())


def _severities(value: Any, base: Path) -> tuple[tuple[Glob, Step], ...]:
    if not isinstance(value, dict):
        raise _Wrong(f"a table from glob to one of {', '.join(Step)}")
    out = []
    for pattern, step in value.items():
        if step not in list(Step):
            near = difflib.get_close_matches(str(step), list(Step), 1, 0.5)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            raise _Wrong(f"a table from glob to one of {', '.join(Step)}, not {step!r}{hint}")
        out.append((_glob(pattern, base), Step(step)))
    return tuple(out)


def _version(value: Any, base: Path) -> str:
    from packaging.version import InvalidVersion, Version

    if isinstance(value, int | float) and not isinstance(value, bool):
        raise _Wrong(f'a version in quotes, such as "{value}.0"')
    try:
        return str(Version(_string(value, base)))
    except InvalidVersion:
        raise _Wrong(f'a version such as "0.4.30", not {value!r}') from None


def _choice(*names: str) -> Reader:
    def read(value: Any, base: Path) -> str:
        if value not in names:
            raise _Wrong(f"one of {', '.join(names)}, not {value!r}{near_miss(value, names)}")
        return str(value)

    return read


def _choices(*names: str) -> Reader:
    def read(value: Any, base: Path) -> tuple[str, ...]:
        return tuple(_choice(*names)(one, base) for one in _strings(value, base))

    return read


def _confidence(value: Any, base: Path) -> Confidence:
    return Confidence(_choice(*(c.value for c in Confidence))(value, base))


def _severity(value: Any, base: Path) -> Severity:
    return Severity(_choice(*(s.value for s in Severity))(value, base))


def _integer(least: int) -> Reader:
    def read(value: Any, base: Path) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise _Wrong(f"a whole number of at least {least}")
        return value

    return read


def _positive(value: Any, base: Path) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        raise _Wrong("a number above zero")
    return float(value)


def _targets(value: Any, base: Path) -> tuple[VerifyTarget, ...]:
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise _Wrong("an array of tables")
    out = []
    for table in value:
        try:
            read = read_table(table, TARGET, base, "`target`")
        except ConfigError as error:
            raise _Wrong(f"well formed, but {error}") from None
        if ":" not in read.get("function", ""):
            raise _Wrong('a list of tables that each have a `function = "module:name"`')
        out.append(VerifyTarget(**read))
    return tuple(out)


def _table_of(read: Reader, what: str) -> Reader:
    def read_all(value: Any, base: Path) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _Wrong(f"a table of {what}")
        return {str(k): read(v, base) for k, v in value.items()}

    return read_all


_BOOL = {"type": "boolean"}
_STR = {"type": "string"}
_STRS = {"type": "array", "items": {"type": "string"}}
_STEPS = {"type": "object", "additionalProperties": {"enum": [step.value for step in Step]}}
_NUM = {"type": "number", "exclusiveMinimum": 0}


def _int(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least}


def _enum(*names: str) -> dict[str, Any]:
    return {"enum": list(names)}


def _named(keys: dict[str, Key]) -> dict[str, Key]:
    return {
        name: Key(k.read, k.schema, k.doc, k.adds, name.replace("-", "_"))
        for name, k in keys.items()
    }


TOP = _named(
    {
        "select": Key(_strings, _STRS, "Rules to run: names, codes, prefixes of codes, ALL."),
        "ignore": Key(_strings, _STRS, "Rules to leave out."),
        "extend-select": Key(_strings, _STRS, "Rules to run besides `select`.", adds=True),
        "preview": Key(_boolean, _BOOL, "Also run rules that are not settled yet."),
        "per-file-ignores": Key(
            _ignores,
            {"type": "object", "additionalProperties": _STRS},
            "Rules to leave out in files that fit a glob.",
        ),
        "fixable": Key(_strings, _STRS, "Rules whose findings may be fixed."),
        "unfixable": Key(_strings, _STRS, "Rules whose findings are never fixed."),
        "exclude": Key(_globs, _STRS, "Files to leave out, instead of the usual ones."),
        "extend-exclude": Key(
            _globs, _STRS, "Files to leave out besides; `*.ipynb` leaves out notebooks.", adds=True
        ),
        "force-exclude": Key(_boolean, _BOOL, "Exclude files that are named on the command line."),
        "respect-gitignore": Key(_boolean, _BOOL, "Leave out what git ignores."),
        "target-jax": Key(_version, _STR, "The JAX version that the code should be ready for."),
        "min-jax": Key(_version, _STR, "The oldest JAX version that the code must work with."),
        "min-confidence": Key(
            _confidence, _enum("low", "medium", "high"), "Leave out less certain findings."
        ),
        "severity": Key(
            _severity,
            _enum("error", "warning", "info"),
            "The least severe findings that are printed for people and make the exit code 1; "
            "formats for programs hold all, each with its severity.",
        ),
        "severity-by-path": Key(
            _severities,
            _STEPS,
            "How findings matter in files that fit a glob: keep, lower, less, warning or info.",
        ),
        "extend-severity-by-path": Key(
            _severities, _STEPS, "The same, besides the usual ones; the last that fits wins.", True
        ),
        "src": Key(_paths, _STRS, "Directories that modules are imported from."),
        "ignore-noqa": Key(_boolean, _BOOL, "Report findings that comments silence."),
        "fix": Key(_boolean, _BOOL, "Fix what can be fixed."),
        "unsafe-fixes": Key(_boolean, _BOOL, "Also apply fixes that can change behaviour."),
        "output-format": Key(_choice(*FORMATS), _enum(*FORMATS), "How findings are printed."),
        "jobs": Key(_integer(0), _int(0), "Processes to use; 0 picks a number."),
        "cache": Key(_boolean, _BOOL, "Keep results for files that do not change."),
        "baseline": Key(
            _path, _STR, "Findings that are accepted for now; see `jaxopt-lint baseline`."
        ),
        "cache-dir": Key(_string, _STR, "Where results are kept; by default in the root."),
    }
)
VERIFY = _named(
    {
        "timeout": Key(
            _positive, _NUM, "Seconds that a worker may take; a fix has three times that."
        ),
        "budget": Key(_positive, _NUM, "Seconds for all fixes of a run; no limit by default."),
        "memory-mb": Key(_integer(2048), _int(2048), "Memory of one worker, in MB."),
        "precision": Key(
            _choice("default", "high", "highest"),
            _enum("default", "high", "highest"),
            "Precision of matrix products during verification.",
        ),
        "min-speedup": Key(_positive, _NUM, "Below this no claim about speed is made."),
        "require-gain": Key(_boolean, _BOOL, "Whether `--fix --verify` writes only what gains."),
        "record": Key(_string_or_strings, _STRS, "Commands that exercise the code."),
        "devices": Key(_integer(1), _int(1), "Devices to verify with."),
        "backend": Key(
            _choice("cpu", "cuda", "tpu", "auto"),
            _enum("cpu", "cuda", "tpu", "auto"),
            "Backend to verify on.",
        ),
        "python": Key(
            _string,
            _STR,
            "Interpreter that has the project's JAX; else the one of the newest observed run.",
        ),
        "from-tests": Key(_boolean, _BOOL, "Run the project's tests for the calls they make."),
        "synthesis": Key(_boolean, _BOOL, "Whether arguments are made up where none are known."),
        "sandbox": Key(
            _boolean, _BOOL, "Whether the project's code runs without network and writes to copies."
        ),
        "accept": Key(
            _choices(*SOURCES),
            {"type": "array", "items": _enum(*SOURCES)},
            "Sources of inputs on which `--fix --verify` may write.",
        ),
        "target": Key(
            _targets, {"type": "array", "items": {"type": "object"}}, "Inputs for a function."
        ),
    }
)
TARGET = _named(
    {
        "function": Key(_string, _STR, "The function, as module:qualified.name."),
        "args": Key(_strings, _STRS, "Input specifications, such as f32[B,D]."),
        "kwargs": Key(_table_of(_string, "strings"), {"type": "object"}, "Likewise by keyword."),
        "dims": Key(_table_of(_integer(0), "whole numbers"), {"type": "object"}, "Sizes of dims."),
        "fixed": Key(_strings, _STRS, "Dims that are never varied."),
        "grad": Key(_boolean, _BOOL, "Whether gradients are compared."),
        "devices": Key(_integer(1), _int(1), "Devices for this function."),
    }
)
