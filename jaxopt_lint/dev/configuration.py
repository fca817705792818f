"""The page about configuration files: docs/configuration.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jaxopt_lint.dev import ROOT
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.configkeys import TARGET, TOP, VERIFY, as_table


def page() -> str:
    """The page about configuration files."""
    values = as_table(Config())
    verify = values.pop("verify")
    lines = [_CONFIGURATION, "| key | value | default | meaning |", "|---|---|---|---|"]
    for key, made in TOP.items():
        shown = "[below](#severity-by-path)" if key == "severity-by-path" else None
        default = shown or _default(values.get(key))
        lines.append(f"| `{key}` | {_value(made.schema)} | {default} | {made.doc} |")
    lines += [
        "",
        "## `severity-by-path`",
        "",
        _SEVERITIES,
        "```toml",
        "[tool.jaxopt-lint.severity-by-path]",
        *(f'"{pattern}" = "{step}"' for pattern, step in values["severity-by-path"].items()),
        "```",
        "",
        "## `[tool.jaxopt-lint.verify]`",
        "",
        "| key | value | default | meaning |",
        "|---|---|---|---|",
    ]
    for key, made in VERIFY.items():
        default = _default(verify.get(key))
        lines.append(f"| `{key}` | {_value(made.schema)} | {default} | {made.doc} |")
    lines += ["", "## `[[tool.jaxopt-lint.verify.target]]`", ""]
    lines += ["| key | value | meaning |", "|---|---|---|"]
    lines += [f"| `{key}` | {_value(made.schema)} | {made.doc} |" for key, made in TARGET.items()]
    example = (ROOT / "docs" / "example.toml").read_text(encoding="utf-8").rstrip()
    lines += ["", "## A full example", "", "```toml", example, "```"]
    return "\n".join(lines) + "\n"


def _value(schema: Mapping[str, Any]) -> str:
    """What a setting takes, in words."""
    if "enum" in schema:
        return ", ".join(f"`{name}`" for name in schema["enum"])
    return {
        "boolean": "`true`, `false`",
        "string": "text",
        "integer": "whole number",
        "number": "number",
        "array": "list",
        "object": "table",
    }[schema["type"]]


def _default(value: object) -> str:
    if value in ("", None, [], {}, ()):
        return "–"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`"


_CONFIGURATION = """# Configuration

Generated from `jaxopt_lint/settings/configkeys.py`; `scripts/docs` writes it.

Settings stand in `[tool.jaxopt-lint]` of `pyproject.toml`, or at the top of `jaxopt-lint.toml` or
`.jaxopt-lint.toml`. For each file the closest of these that has our table holds; nothing is
merged unless it says `extend = "path"`. Globs are relative to the file that states them. The
command line goes over everything: `--config KEY=VALUE` sets any key for one run, and
`--show-settings` names the file that each value came from. An unknown key is an error.

A rule is selected by its name, its code, a prefix of its code, or `ALL`; the longer selector wins.
Rules in preview run with `preview = true`, or when they are selected by name.

Comments silence single findings: `# jaxopt-lint: ignore[rule] reason` on the line or on a line of
its own above, `# jaxopt-lint: disable[rule]` to `# jaxopt-lint: enable[rule]` for a block,
`# jaxopt-lint: file-ignore[rule]` for a file, and `# noqa: JOL201`. Comments that name no rule
([unknown-suppression](rules/unknown-suppression.md)) or silence nothing
([unused-suppression](rules/unused-suppression.md)) are findings themselves. For old code there are
a baseline and other means: [adoption](adoption.md).

## Which JAX the code is for

Each file is held against a range of JAX releases. Its *floor* is the oldest release that the code
has to run on, its *ceiling* the newest.

- **What is set** holds for every file: `min-jax` is the floor, `target-jax` the ceiling.
- **What is not set** is read from the files of the project: upwards from each linted file, the
  nearest directory counts that bounds `jax`, up to the root of the repository. In one directory
  the first of these counts: `pyproject.toml` (`project.dependencies`, Poetry's dependencies,
  `project.optional-dependencies`, `dependency-groups`), `setup.cfg`, lists that a `setup.py`
  spells out, `requirements.txt` (as pip or as `conda list --export` writes it), other
  `*requirements*.txt`, `Pipfile`, `pixi.toml`, `environment.yml`, `env.yaml`. The range is that
  of the releases that the bounds let through: `jax>=0.4.20,<0.5` is 0.4.20 to 0.4.38, an exact pin
  is one release. Alternatives, such as extras or requirements under different markers, are
  joined. Bounds on Python, NumPy, SciPy, jaxlib and TensorFlow, which holds NumPy and `ml-dtypes`,
  rule out the releases that need newer ones: with `numpy<2` the ceiling is 0.7.1, with
  `tensorflow==2.15` it is 0.4.34.
- **Where they name no newest release, or a newer one**, a lock does (`poetry.lock`, `uv.lock`,
  `pdm.lock`, `pylock.toml`, `Pipfile.lock`, `pixi.lock`, `requirements.lock`, `conda-lock.yml`):
  what it holds is what the project's own people install. Where the project is packaged
  (`setup.py`, `build-system`), others install it without the lock, and names that are gone in
  newer releases are warnings; for information, where the release of the lock does not have what
  there is instead.
- **Where no project file bounds JAX**, the instructions to install it do: requirement files in
  folders without Python code, the commands (`pip install "jax[cuda]==0.4.3"`) in `README*`,
  `INSTALL*`, Dockerfiles and shell scripts, conda environments under other names. After them come
  bounds on Python, NumPy and SciPy alone; NVIDIA's images of JAX, by their month; the packages of
  `flake.nix`, `shell.nix` or `default.nix`, by the day in `flake.lock`, the channel or the comment
  beside the revision; and, of a program without packaging, the Python that its README or
  Dockerfile makes an environment of (`conda create -n it python=3.8`, `python3.8 -m venv`,
  `FROM python:3.8`, the `python3` of `FROM ubuntu:20.04`), or that `.python-version` or
  `runtime.txt` names.
  Last come the libraries around JAX: where a list does not name jax and pins exactly all it names
  of Flax, Optax, Chex, Distrax, Haiku and Equinox, the ceiling is the JAX of that day; and the
  release that a README names, where nothing installs JAX. That is a guess, and who installs today
  gets a newer JAX: names that are gone there are warnings, and fixes write what the JAX of that day
  has, too.
- **What is only spoken of** bounds nothing: the Python that a README says the code needs or was
  tested with, the one that the README of a package makes an environment of, and a `flake.lock`
  whose expression is not there. What fails on newer releases alone is for information, with that
  reason.
- **A notebook** that installs its own JAX (`!pip install jax==0.4.14`) is for that one.
- **Where nothing is stated** the ceiling is the newest JAX that the tables know, and the floor is
  open. A fix then writes only what JAX 0.10.2, the last release for Python 3.11, and all later
  ones have.

A finding says "removed in" or "deprecated since" a release only where the ceiling reaches it. A
fix writes a name only where the floor has it, and a help text that names a successor says so where
it does not serve the whole range.
"""


_SEVERITIES = """\
A finding matters less where it is seldom mended, or where speed is not the
point. Its severity goes down there, and it stays a finding: it is counted, `--severity info` shows
what has become info, and what is below `severity` fails no run. `--verbose` and JSON say what it
would be elsewhere, and by which pattern it was lowered. What is about measuring, as a clock that is
read too early is, matters in a benchmark as elsewhere. In the `__main__` block of a module that
others import, all becomes info; so does one in the functions that only the block reaches, where a
package offers what is in the module, or no notes name the file, it lies in a folder and reads no
command line. What its author marks as deprecated (a decorator, a `DeprecationWarning`, a docstring
that begins with the word or holds `.. deprecated::`) is info, and so is what nothing comes to:
behind a `return`, a `raise` or a statement that always fails (by what Python says of it, or by an
error that is reported there and that no release of JAX is without), in front of a
`raise NotImplementedError` that all of its block runs into, under `if False` or
`if TYPE_CHECKING`, in an inner function that nobody reads, and in a function or class that a later
one of its name takes the place of.

Where all of a project of several files is looked at, what stands in a function or class at the top
of a file, or in a method, is info if nothing that runs speaks of it: no code that is itself
reached, where an import that is never read does not count, no text there, no settings or scripts
beside it, and no notes. In notes and in prose a word names code where it looks like code: in a code
block or span, dotted, before a bracket, with an underscore, a digit or a second hump. A method is
spoken of by an attribute of its name, of the class itself or of what may be of it, in a call with
as many arguments as it takes. So is all of a file that nothing imports, and that does nothing when
it is run, and what a parameter or a field switches off that every call leaves at its default. In a
package that others install, an error becomes a warning there, and a warning info, as they may call
what is public; it is info in what is private by its name, and in modules of which others are not
told: that no `__init__.py` gives on as a whole (of one that gives on some names, these are told),
no note, setting or text names, and no tool makes a manual of. A function or class whose docstring
has several lines is there for others, wherever it stands. It does not hold where nothing of the
file is in use, nor of methods that a class of another library may call, nor of what runs with the
file itself, as a decorator does. In a file of which an import at the top always fails, as its own
package has no such module or name, all else is info.

Where all of a project is looked at, two kinds of files are info as a whole, but for lines that a
change touches (`--since`, the review bot): notebooks that nothing shows or runs
([notebooks](notebooks.md#records-of-runs)), and in a copy of another project what this one does not
come to. Such a copy is a folder whose packaging names a repository with another owner and another
name than the project's own. Which that is, the remote of its repository tells, its packaging, a
`git clone` in a README, or a badge; where nothing does, the root must have no packaging and a
README that speaks neither of the copy nor of its place, and the copy a licence. Packages of one
owner side by side are no copies. Of a copy is in use what a module outside of it imports, also by
way of others, and what a text or a program outside names by its path or its dotted name; all of it,
where a text goes to its folder to do more than install it, or nothing outside is a program.

One cause is told once: of findings of one rule that say the same of the same name, or of one
function, or that stand in one statement, the first of a file that is reported keeps its severity
and says how many more there are; the others are info, and say which one tells of them. A name of a
library that is gone or deprecated is told once in all files that share a configuration, in the one
that has most of it. The fixes of all are applied as ever. What a comment, the baseline or `--since`
leaves out tells of nothing, so that of code that changes the first is told; the review bot comments
on every changed line.

What no reading weighs is info until a run shows what it costs: operations that the host hands to
the device one by one, waits, functions that are computed twice or compiled anew on every call. The
pages of these rules say so. `jaxopt-lint observe -- COMMAND` watches a run; what that loses by them
is a warning from then on, with its seconds.

| value | a finding below the path |
|---|---|
| `lower` | a step down: a warning becomes info; an error stays, as what fails is broken |
| `less` | a step down for errors, too: an error becomes a warning, a warning info |
| `warning` | is a warning at most |
| `info` | is info |
| `keep` | stays as it is, whatever an earlier pattern says |

Besides globs there are two kinds of code that a project has taken over. A `<folder of another
project>` has a licence of its own, or links to a repository in its own packaging, of somebody whom
the files in the root do not name. A `<file by other authors>` has a copyright line that names
nobody who is named in the root or in a tenth of the files.

The last pattern that fits holds. `severity-by-path` takes the place of the table below, an empty
one switches it off; `extend-severity-by-path` adds to it. By default:
"""
