"""What a change does to the review itself: rules switched off, files hidden, comments that silence.

A project may want all of that. It is said, so that nobody has to look for it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from jaxopt_lint.changes.cells import in_code
from jaxopt_lint.changes.diff import FileDiff
from jaxopt_lint.changes.git import Git
from jaxopt_lint.cli import options as opt
from jaxopt_lint.files import leftovers
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import SUFFIX
from jaxopt_lint.files.source import from_stdin, read_source
from jaxopt_lint.files.suppressions import Suppression, Suppressions
from jaxopt_lint.report.console import count
from jaxopt_lint.review.markdown import code
from jaxopt_lint.running.ends import CannotDo
from jaxopt_lint.settings.config import Config, ConfigError
from jaxopt_lint.settings.configkeys import as_table
from jaxopt_lint.settings.discovery import DiscoveredFile, excluded

_CONFIGURATION = ("pyproject.toml", "jaxopt-lint.toml", ".jaxopt-lint.toml")
_READ = (".toml", ".gitignore")  # ends of names: `extend` may name any file
# Settings that take nothing away from what is reported, or that are compared on their own.
_HARMLESS = {
    "select", "ignore", "extend-select", "preview", "exclude", "extend-exclude",
    "per-file-ignores", "min-confidence", "severity", "fixable", "unfixable", "target-jax",
    "min-jax", "src", "fix", "unsafe-fixes", "output-format", "jobs", "cache", "cache-dir",
    "verify",
}  # fmt: skip
_MOST_NAMED = 10


def remarks(
    git: Git,
    base: str,
    changes: Mapping[str, FileDiff],
    unseen: Collection[str],
    given: Mapping[str, Any],
) -> list[str]:
    """What to know of a change besides its findings, one Markdown sentence each.

    Args:
        base: the commit that it branched off.
        unseen: the changed files that were not linted, as git names them.
        given: the options of the command, which hold for both sides.
    """
    out: list[str] = []
    changed = git.changed(base, *(_READ[1:] if given.get("isolated") else _READ))
    # Under the settings of the base, what is left out was left out there as well.
    hidden = [path for path in unseen if changed and not changes[path].link]
    if changed:
        with leftovers.folder() as folder:
            before, after = folder / "base", folder / "head"
            there = git.files(base, *_READ)
            here = _present(git, _READ)
            _put(before, there)
            _put(after, here)
            for path in (
                sorted({*there, *here}) if any(p.endswith(".toml") for p in changed) else ()
            ):
                if path.rpartition("/")[2] in _CONFIGURATION:
                    out += _differences(before, after, path, given)
            hidden = [path for path in hidden if not _left_out(before, path, given)]
    if hidden:
        out.append(f"this change keeps {_names(hidden)} from being looked at.")
    links = [path for path, change in changes.items() if change.link]
    if links:
        out.append(f"{_names(links)}: a symbolic link is not followed, and was not looked at.")
    silenced = _suppressions(git, base, changes)
    if silenced:
        total = sum(silenced.values())
        named = _names([path for path, _ in silenced.most_common()])
        out.append(f"this change adds {count(total, 'suppression comment')} ({named}).")
    return list(dict.fromkeys(out))


def _differences(before: Path, after: Path, path: str, given: Mapping[str, Any]) -> Iterator[str]:
    """What the configuration that holds beside a file no longer reports."""
    below = Path(path).parent
    old, new = _settings(before, below, given), _settings(after, below, given)
    if old is None or new is None:
        return
    from jaxopt_lint.running.engine import selected

    where = code(path)
    named = {rule.code for rule in selected(old)}
    off = sorted(named - {rule.code for rule in selected(new)})
    if off:
        shown = "all rules" if len(off) == len(named) else _codes(off)
        yield f"this change switches off {shown} ({where})."
    one, other = as_table(old), as_table(new)
    for key in ("exclude", "extend-exclude"):
        added = [pattern for pattern in other[key] if pattern not in one[key]]
        if added:
            yield f"this change leaves out files: {code(key)} gains {_names(added)} ({where})."
    for pattern, selectors in other["per-file-ignores"].items() if new.per_file_ignores else ():
        more = sorted(set(selectors) - set((one["per-file-ignores"] or {}).get(pattern, ())))
        if more:
            yield f"this change ignores {_names(more)} in {code(pattern)} ({where})."
    if old.min_confidence is not new.min_confidence:
        confidences = f"from {old.min_confidence.value} to {new.min_confidence.value}"
        yield f"this change sets {code('min-confidence')} {confidences} ({where})."
    if old.severity is not new.severity:
        levels = f"from {old.severity.value} to {new.severity.value}"
        yield f"this change sets {code('severity')} {levels} ({where})."
    for key in sorted({*one, *other} - _HARMLESS):
        if one.get(key) != other.get(key):
            yield f"this change sets {code(key)} anew ({where})."


def _settings(top: Path, below: Path, given: Mapping[str, Any]) -> Config | None:
    place = top / below
    place.mkdir(parents=True, exist_ok=True)
    try:
        config = opt.settings([os.fspath(place)], dict(given))
        opt.check_selectors(config)
    except (ConfigError, CannotDo):
        return None  # what is wrong with the settings of the change, the review itself says
    return config


def _left_out(top: Path, path: str, given: Mapping[str, Any]) -> bool:
    """Whether a file would not have been looked at under the settings of a tree."""
    place = top / path
    config = _settings(top, Path(path).parent, given)
    return config is None or excluded(DiscoveredFile(place, path), config)


def _put(top: Path, files: Mapping[str, bytes]) -> None:
    (top / ".git").mkdir(parents=True)  # where the repository begins
    for path, raw in files.items():
        place = top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(raw)


def _present(git: Git, names: tuple[str, ...]) -> dict[str, bytes]:
    """The files with some names that the working tree has."""
    found = {}
    for path in git.tracked(*names):
        place = git.top / path
        if place.is_file() and not place.is_symlink():
            found[path] = place.read_bytes()
    return found


def _suppressions(git: Git, base: str, changes: Mapping[str, FileDiff]) -> Counter[str]:
    """How many comments that silence us each file has gained."""
    gained: Counter[str] = Counter()
    for path, change in changes.items():
        if change.link or not change.added:
            continue
        try:
            source = read_source(git.top / path, path)
        except SourceError:
            continue
        ours, lines = _ours(source.text), in_code(change, source).added
        added = sum(any(r.first <= e.row <= r.last for r in lines) for e in ours)
        if added:
            before = git.text(base, path)
            there = len(_ours(_code(before, path))) if before is not None else 0
            gained[path] = min(added, max(0, len(ours) - there))
    return +gained


def _code(raw: bytes, path: str) -> str:
    """The code of a version of a file."""
    if path.endswith(SUFFIX):
        with suppress(SourceError):
            return from_stdin(raw, path).text
    return raw.decode("utf-8", "replace")


def _ours(text: str) -> list[Suppression]:
    entries = Suppressions.parse(text).entries
    return [e for e in entries if e.bare or any(map(_names_a_rule, e.selectors))]


def _names_a_rule(selector: str) -> bool:
    upper = selector.upper()
    return upper.startswith("JOL") or upper == "ALL" or ("-" in selector and selector != "-")


def _codes(codes: list[str]) -> str:
    more = len(codes) - _MOST_NAMED
    return ", ".join(codes[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _names(names: list[str]) -> str:
    shown = [code(name.encode("utf-8", "backslashreplace").decode()[:200]) for name in names]
    return _codes(shown)
