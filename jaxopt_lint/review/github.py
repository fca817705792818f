"""A small client for the part of GitHub's REST interface that a review needs."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.parse import urlsplit

from jaxopt_lint import __version__
from jaxopt_lint.report.console import clean
from jaxopt_lint.running.ends import CannotDo

_REPOSITORY = re.compile(r"(?!\.+/)[A-Za-z0-9_.-]+/(?!\.+$)[A-Za-z0-9_.-]+")
_NEXT = re.compile(r'<([^>]+)>\s*;[^,]*\brel="?next"?')
_ATTEMPTS = 4
_LONGEST_WAIT = 60  # seconds; a runner that waits longer costs more than the comments are worth
_LONGEST_WAIT_IN_ALL = 180
_MOST_PAGES = 100
_TIMEOUT = 30
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class ApiError(CannotDo):
    """GitHub did not do what it was asked to; `status` is 0 where there was no answer."""

    def __init__(self, text: str, status: int = 0) -> None:
        super().__init__(text)
        self.status = status


class ReadOnly(ApiError):
    """The token may not write, as for pull requests from forks."""


class Rejected(ApiError):
    """GitHub understood the request and will not have it, such as a comment beside the diff."""


class Unknown(ApiError):
    """The answer was lost: what was asked for may have been done or not."""


class GitHub:
    """One repository, seen with one token."""

    def __init__(
        self,
        api_url: str,
        repository: str,
        token: str,
        *,
        sleep: Callable[[float], None] | None = None,
    ) -> None:
        parts = urlsplit(api_url)
        local = parts.scheme == "http" and parts.hostname in _LOOPBACK
        if not (parts.hostname and (parts.scheme == "https" or local)) or parts.username:
            raise CannotDo(f"{clean(api_url)}: not an https address of GitHub's interface")
        if not _REPOSITORY.fullmatch(repository):
            raise CannotDo(f"{clean(repository)}: not a repository as OWNER/NAME")
        if not token or not token.isascii() or not token.isprintable() or " " in token:
            raise CannotDo("GITHUB_TOKEN holds no token")
        self.base = api_url.rstrip("/")
        self.repository = repository
        self._origin = (parts.scheme, parts.netloc)
        self._token = token
        self._sleep = sleep or time.sleep
        self._patience = float(_LONGEST_WAIT_IN_ALL)
        self._opener = urllib.request.build_opener(_NoRedirects)

    def review_comments(self, number: int) -> list[dict[str, Any]]:
        """The comments on lines of a pull request, oldest first."""
        return self._all(f"/pulls/{number}/comments?per_page=100")

    def issue_comments(self, number: int) -> list[dict[str, Any]]:
        """The comments in the conversation of a pull request, oldest first."""
        return self._all(f"/issues/{number}/comments?per_page=100")

    def review(self, number: int, commit: str, body: str, comments: list[dict[str, Any]]) -> None:
        """Post a batch of comments as one review, with one notification."""
        self._call(
            "POST",
            f"/pulls/{number}/reviews",
            {"commit_id": commit, "event": "COMMENT", "body": body, "comments": comments},
        )

    def add_comment(self, number: int, body: str) -> None:
        """Add a comment to the conversation of a pull request."""
        self._call("POST", f"/issues/{number}/comments", {"body": body})

    def edit_comment(self, identity: int, body: str) -> None:
        """Replace the text of a comment in a conversation."""
        self._call("PATCH", f"/issues/comments/{identity}", {"body": body})

    def login(self) -> str:
        """The name that the token acts under; empty for the token of an app or a workflow."""
        try:
            answer, _ = self._request("GET", f"{self.base}/user", None)
        except ApiError as error:
            if error.status in (403, 404):
                return ""
            raise
        return str(answer.get("login", "")) if isinstance(answer, dict) else ""

    # -- requests -----------------------------------------------------------------------

    def _call(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        return self._request(method, f"{self.base}/repos/{self.repository}{path}", data)[0]

    def _all(self, path: str) -> list[dict[str, Any]]:
        url: str = f"{self.base}/repos/{self.repository}{path}"
        found: list[dict[str, Any]] = []
        for _ in range(_MOST_PAGES):
            page, headers = self._request("GET", url, None)
            if not isinstance(page, list):
                raise ApiError(f"GET {self._shown(url)}: the answer is not a list")
            found += [entry for entry in page if isinstance(entry, dict)]
            following = _NEXT.search(headers.get("Link") or "")
            if following is None:
                return found
            url = following[1]
            if urlsplit(url)[:2] != self._origin:  # the token goes nowhere else
                raise ApiError(f"GET {self._shown(url)}: the next page is on another host")
        raise ApiError(f"GET {path}: more than {_MOST_PAGES} pages")

    def _request(
        self, method: str, url: str, data: dict[str, Any] | None
    ) -> tuple[Any, HTTPMessage]:
        """One request, tried again where that cannot do the same thing twice."""
        what = f"{method} {self._shown(url)}"
        for attempt in range(_ATTEMPTS):
            last = attempt == _ATTEMPTS - 1
            try:
                return self._once(method, url, data)
            except urllib.error.HTTPError as error:
                message = self._message(error)
                wait = _rate_limit(error, message)
                if wait is not None:
                    wait = max(wait, 2.0**attempt)
                    if last or wait > min(_LONGEST_WAIT, self._patience):
                        raise ApiError(
                            f"{what}: rate limit, asks to wait for {wait:.0f} seconds", error.code
                        ) from None
                elif error.code >= 500:
                    if method == "POST":
                        raise Unknown(f"{what}: {message}", error.code) from None
                    if last:
                        raise ApiError(f"{what}: {message}", error.code) from None
                    wait = 2.0**attempt
                else:
                    raise _refusal(what, method, error.code, message) from None
            except (OSError, HTTPException, ValueError) as error:
                text = f"{what}: {self._safe(str(getattr(error, 'reason', error)))}"
                if method == "POST":
                    raise Unknown(text) from None
                if last:
                    raise ApiError(text) from None
                wait = 2.0**attempt
            self._patience -= wait
            self._sleep(wait)
        raise AssertionError("unreachable")

    def _once(self, method: str, url: str, data: dict[str, Any] | None) -> tuple[Any, HTTPMessage]:
        request = urllib.request.Request(
            url,
            method=method,
            data=None if data is None else json.dumps(data).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Content-Type": "application/json",
                "User-Agent": f"jaxopt-lint/{__version__}",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        # Unredirected: should the opener ever follow a redirect, the token stays behind.
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        with self._opener.open(request, timeout=_TIMEOUT) as answer:
            raw = answer.read()
            return (json.loads(raw) if raw.strip() else None), answer.headers

    def _message(self, error: urllib.error.HTTPError) -> str:
        """What GitHub says went wrong, in one line."""
        text = f"{error.code} {error.reason}"
        try:
            body = json.loads(error.read())
            details = [body["message"], *(_detail(e) for e in body.get("errors") or ())]
            text += ": " + "; ".join(str(d) for d in details if d)
        except (OSError, HTTPException, ValueError, KeyError, TypeError, AttributeError):
            pass
        return self._safe(text)

    def _safe(self, text: str) -> str:
        return clean(" ".join(text.replace(self._token, "***").split()))[:500]

    def _shown(self, url: str) -> str:
        return self._safe(url.removeprefix(self.base).partition("?")[0])


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A moved repository is reported, not followed: a POST would arrive as a GET."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        return None


def _rate_limit(error: urllib.error.HTTPError, message: str) -> float | None:
    """The seconds to wait if an answer is a rate limit, else None."""
    lowered = message.lower()
    said = "rate limit" in lowered or "abuse" in lowered or "too quickly" in lowered
    spent = error.headers.get("x-ratelimit-remaining") == "0"
    after = error.headers.get("Retry-After")
    if error.code not in (403, 422, 429) or (error.code == 422 and not said):
        return None
    if error.code == 403 and not (said or spent or after):
        return None
    if after is not None and after.strip().isdigit():
        return float(after)
    reset = error.headers.get("x-ratelimit-reset") or ""
    if spent and reset.isdigit():
        return max(1.0, float(reset) - time.time())
    return 1.0


def _refusal(what: str, method: str, code: int, message: str) -> ApiError:
    if code == 401:
        return ApiError(f"{what}: {message} (is GITHUB_TOKEN right?)", code)
    if code == 403 and method != "GET":
        return ReadOnly(f"{what}: {message}", code)
    if code == 422:
        return Rejected(f"{what}: {message}", code)
    if 300 <= code < 400:
        return ApiError(f"{what}: {message} (has the repository moved?)", code)
    return ApiError(f"{what}: {message}", code)


def _detail(entry: Any) -> str:
    if isinstance(entry, dict):
        return str(entry.get("message") or entry.get("code") or "")
    return str(entry)
