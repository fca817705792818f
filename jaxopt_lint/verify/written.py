"""What both versions write into the files that both write, kept by runs of their own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jaxopt_lint.verify.session import Session

_MOST = 200  # files that are looked into
Compare = Callable[[dict[str, Any]], dict[str, Any]]
Side = Callable[..., dict[str, Any]]  # the job of one side, by its kind and "old" or "new"


class Contents:
    """Runs each version once more, with the calls that were given alone, and keeps what is in its
    files.

    Args:
        side: makes a job of one of them.
        folder: for the records.
        seen: what observing the original and the rewrite has told.
    """

    def __init__(self, session: Session, side: Side, folder: Path, *seen: dict[str, Any]) -> None:
        self._session, self._side, self._folder = session, side, folder
        both = set.intersection(*(set(one.get("files", ())) for one in seen))
        inside = [name for name in both if not name.startswith(os.pardir + os.sep)]
        # What lies around the project is looked into where each job has it for itself.
        if len(inside) < len(both) and session.has_temporary():
            inside = list(both)
        self._names = sorted(inside)[:_MOST]
        self._skip = seen[0].get("skip", [])
        # A call that takes long is made no more often than it has to be.
        self._asked = bool(self._names) and not seen[0].get("brief")

    def compared(
        self, found: dict[str, Any], records: dict[str, Any], compare: Compare
    ) -> dict[str, Any]:
        """What a comparison has found, with what is in the files; the records get more.

        What differs is looked at in a second run of the original before it counts.
        """
        if not self._asked:
            return found
        records |= self._kept({"old_files": "old", "new_files": "new"})
        found = compare(records)
        if any(c["name"] == "contents" and not c["passed"] for c in found.get("checks", ())):
            records |= self._kept({"again_files": "old"})
            found = compare(records)
        return found

    def _kept(self, sides: dict[str, str]) -> dict[str, str]:
        jobs = [
            self._side(
                "written",
                which,
                out=str(self._folder / f"{record}.record"),
                names=self._names,
                skip=self._skip,
                x64=False,
            )
            for record, which in sides.items()
        ]
        answers = self._session.run(jobs)
        if any("failed" in answer for answer in answers):
            return {}
        return {record: job["out"] for record, job in zip(sides, jobs, strict=True)}
