"""Which pull request a workflow runs for, from what GitHub tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jaxopt_lint.running.ends import CannotDo

_REF = re.compile(r"refs/pull/(\d+)/")
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_API_URL = "https://api.github.com"
_SERVER_URL = "https://github.com"


@dataclass(frozen=True, slots=True)
class Event:
    """What is known of a pull request; empty or 0 where nothing says so."""

    number: int = 0
    base: str = ""
    head: str = ""
    repository: str = ""
    api_url: str = _API_URL
    server_url: str = _SERVER_URL


def read_event(environment: Mapping[str, str]) -> Event:
    """The pull request of a GitHub Actions run.

    Raises:
        CannotDo: the event file is there and cannot be read.
    """
    event = _payload(environment.get("GITHUB_EVENT_PATH", ""))
    pull = _table(event, "pull_request")
    number = pull.get("number") or event.get("number")
    if not pull and _table(event, "issue").get("pull_request"):  # a comment on a pull request
        number = _table(event, "issue").get("number")
    if not isinstance(number, int):
        match = _REF.match(environment.get("GITHUB_REF", ""))
        number = int(match[1]) if match else 0
    return Event(
        number,
        _hash(_table(pull, "base")),
        _hash(_table(pull, "head")),
        environment.get("GITHUB_REPOSITORY", ""),
        environment.get("GITHUB_API_URL") or _API_URL,
        environment.get("GITHUB_SERVER_URL") or _SERVER_URL,
    )


def _payload(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        with open(path, encoding="utf-8") as stream:
            payload = json.load(stream)
    except (OSError, ValueError) as error:
        raise CannotDo(f"GITHUB_EVENT_PATH: cannot be read: {error}") from None
    return payload if isinstance(payload, dict) else {}


def _table(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = table.get(key)
    return value if isinstance(value, dict) else {}


def _hash(side: Mapping[str, Any]) -> str:
    sha = side.get("sha")
    return sha if isinstance(sha, str) and _HASH.fullmatch(sha) else ""
