"""Files by the configuration that holds for them: the closest one upwards from each file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jaxopt_lint.cli import options as opt
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.configfile import nearest
from jaxopt_lint.settings.discovery import DiscoveredFile, excluded

Group = tuple[Config, list[DiscoveredFile]]


def by_configuration(
    files: Sequence[DiscoveredFile], base: Config, given: Mapping[str, Any]
) -> list[Group]:
    """Files in groups, each with its settings; one group where all share the given ones.

    Paths stay relative to the root of the given settings in every group, so that the findings of
    all groups can stand in one report.
    """
    fixed = given.get("isolated") or any(os.path.isfile(c) for c in given.get("config_option", ()))
    if fixed:
        return [(base, list(files))]
    closest: dict[Path, Path | None] = {}
    groups: dict[Path | None, list[DiscoveredFile]] = {}
    for file in files:
        directory = file.path.parent
        if directory not in closest:
            closest[directory] = nearest(directory)
        groups.setdefault(closest[directory], []).append(file)
    out: list[Group] = []
    for config_file, members in groups.items():
        if config_file == base.file:
            out.append((base, members))
            continue
        start = config_file.parent if config_file else members[0].path.parent
        own = opt.settings([str(start)], dict(given))
        opt.check_selectors(own)
        kept = [f for f in members if f.error or not excluded(f, own)]
        out.append((replace(own, root=base.root, src=own.source_roots()), kept))
    return [group for group in out if group[1]]
