"""GitHub as far as a review needs it: a real server on the loopback, its state in memory."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKEN = "ghs_secretsecretsecret"
BOT = {"login": "github-actions[bot]", "type": "Bot"}


@dataclass
class Failure:
    """An answer to give instead of the usual one, once."""

    method: str
    path: str
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "no"
    content: Any = None  # instead of the message
    then: bool = False  # do what was asked all the same, and lose the answer


@dataclass
class Forge:
    """The state of one pull request, and what was asked of the server."""

    lines: dict[str, set[int]] | None = None  # that comments may stand on; None: all
    read_only: bool = False
    login: str = ""
    page: int = 2
    comments: list[dict[str, Any]] = field(default_factory=list)
    conversation: list[dict[str, Any]] = field(default_factory=list)
    reviews: list[dict[str, Any]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    url: str = ""

    @property
    def writes(self) -> list[str]:
        """The requests that would have changed something."""
        return [request for request in self.requests if not request.startswith("GET")]

    def say(self, body: str, user: dict[str, str] = BOT, *, on_line: bool = True) -> None:
        """Let somebody comment."""
        where = self.comments if on_line else self.conversation
        where.append({"id": self.identity(), "body": body, "user": user})

    def identity(self) -> int:
        """A number that no comment has."""
        return 1 + len(self.comments) + len(self.conversation)

    # -- what a request does -----------------------------------------------------------

    def answer(self, method: str, path: str, data: Any) -> tuple[int, Any]:
        """The status and the content of the answer to a request."""
        if path == "/user":
            if self.login:
                return 200, {"login": self.login}
            return 403, {"message": "Resource not accessible by integration"}
        if method == "GET":
            found = {
                "/repos/o/r/pulls/7/comments": self.comments,
                "/repos/o/r/issues/7/comments": self.conversation,
            }.get(path)
            return (200, found) if found is not None else (404, {"message": "Not Found"})
        if self.read_only:
            return 403, {"message": "Resource not accessible by integration"}
        user = {"login": self.login, "type": "User"} if self.login else BOT
        if (method, path) == ("POST", "/repos/o/r/pulls/7/reviews"):
            return self._review(data, user)
        if (method, path) == ("POST", "/repos/o/r/issues/7/comments"):
            self.say(data["body"], user, on_line=False)
            return 201, self.conversation[-1]
        match = re.fullmatch(r"/repos/o/r/issues/comments/(\d+)", path)
        if method == "PATCH" and match:
            for comment in self.conversation:
                if comment["id"] == int(match[1]):
                    comment["body"] = data["body"]
                    return 200, comment
        return 404, {"message": "Not Found"}

    def _review(self, data: Any, user: dict[str, str]) -> tuple[int, Any]:
        assert data["event"] == "COMMENT"
        assert data["body"] and re.fullmatch(r"[0-9a-f]{40}", data["commit_id"])
        for comment in data["comments"]:
            rows = range(comment.get("start_line", comment["line"]), comment["line"] + 1)
            assert comment["side"] == "RIGHT"
            assert len(rows) == 1 or comment["start_side"] == "RIGHT"
            assert len(rows) >= 1
            assert len(comment["body"]) <= 65536
            if self.lines is not None and not set(rows) <= self.lines.get(comment["path"], set()):
                message = "Pull request review thread line must be part of the diff"
                return 422, {"message": "Unprocessable Entity", "errors": [message]}
        self.reviews.append(data)
        for comment in data["comments"]:
            self.comments.append({"id": self.identity(), "user": user, **comment})
        return 200, {"id": len(self.reviews)}


class Server(ThreadingHTTPServer):
    """Serves a forge until it is closed."""

    daemon_threads = True

    def __init__(self, forge: Forge) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.forge = forge
        forge.url = f"http://127.0.0.1:{self.server_address[1]}/api/v3"
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def _serve(self) -> None:
        forge = self.server.forge
        parts = urlsplit(self.path)
        path = parts.path.removeprefix("/api/v3")
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        data = json.loads(raw) if raw else None
        forge.requests.append(f"{self.command} {path}")
        forge.tokens.add(self.headers.get("Authorization", ""))
        for failure in forge.failures:
            if failure.method == self.command and re.search(failure.path, path):
                forge.failures.remove(failure)
                if failure.then:
                    forge.answer(self.command, path, data)
                content = failure.content
                content = {"message": failure.message} if content is None else content
                self._send(failure.status, content, failure.headers)
                return
        status, content = forge.answer(self.command, path, data)
        headers = {}
        if isinstance(content, list):
            page = int(parse_qs(parts.query).get("page", ["1"])[0])
            first, last = (page - 1) * forge.page, page * forge.page
            if last < len(content):
                following = f"{forge.url}{path}?per_page=100&page={page + 1}"
                headers["Link"] = f'<{forge.url}/first>; rel="first", <{following}>; rel="next"'
            content = content[first:last]
        self._send(status, content, headers)

    do_GET = do_POST = do_PATCH = _serve

    def _send(self, status: int, content: Any, headers: dict[str, str]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""
