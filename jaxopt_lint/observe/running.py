"""What the processes of a run need to know, so that they watch themselves."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from jaxopt_lint.observe.store import Header, Store

HOOK = Path(__file__).with_name("hook")  # what watched processes import from
_CHILD = Path(__file__).with_name("child")
CALLS = 4  # that are kept of each function


@dataclass(frozen=True)
class Options:
    """What of a run is watched.

    Attributes:
        steps: iterations of the step loop that are written down; 0 for all.
        after: iterations of it that go by before.
        functions: globs of qualified names of functions; none for all.
        values: whether kinds, types and static values are kept.
        watch: whether it is watched at all.
        record: whether calls are kept with all their arguments, to verify with.
        only: functions whose calls these are, as "package.module:name"; none for all.
        limit: calls that are kept of each function.
    """

    steps: int = 0
    after: int = 0
    functions: tuple[str, ...] = ()
    values: bool = True
    watch: bool = True
    record: bool = False
    only: tuple[str, ...] = ()
    limit: int = CALLS

    def plain(self) -> dict[str, object]:
        """As JSON has them."""
        return {k: [*v] if isinstance(v, tuple) else v for k, v in asdict(self).items()}


def config_for(store: Store, header: Header) -> dict[str, object]:
    """What the processes of a run need to know of it."""
    plain = {"contents": str(store.contents), **header.options}
    return _told(store.root, store.runs / header.name, store.values) | plain


def configured(root: Path, options: Options, folder: Path, values: Path) -> dict[str, object]:
    """The same for a run whose calls alone are kept, in a folder of its own and not in a store."""
    return _told(root, folder, values) | options.plain()


def _told(root: Path, folder: Path, values: Path) -> dict[str, object]:
    return {"root": str(root), "folder": str(folder), "kept": str(values), "child": str(_CHILD)}


def environment(config: dict[str, object]) -> dict[str, str]:
    """The variables by which all processes of the run know that they are watched."""
    path = os.pathsep.join(filter(None, [str(HOOK), os.environ.get("PYTHONPATH", "")]))
    return {"PYTHONPATH": path, "JAXOPT_LINT_OBSERVE": json.dumps(config)}
