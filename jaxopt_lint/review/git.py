"""Asks git about a repository whose contents are not trusted."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from jaxopt_lint.cli.errors import CannotDo

_SETTINGS = (
    "core.fsmonitor=false",  # may name a program
    f"core.hooksPath={os.devnull}",
    "core.pager=cat",
    "protocol.allow=never",  # a partial clone must not fetch what is missing
    "safe.bareRepository=explicit",  # a repository inside the tree is data
)
_TIMEOUT = 120
# What the tool needs to talk to the forge is no business of git's, nor of code under review.
SECRETS = (
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
)


class Git:
    """A repository, by its top directory; every call is one process without a shell."""

    def __init__(self, top: Path) -> None:
        self.top = top

    @classmethod
    def around(cls, directory: Path) -> Git:
        """The repository that a directory lies in.

        Raises:
            CannotDo: it lies in none, or git is not there.
        """
        output = cls(directory).run("rev-parse", "--show-toplevel")
        return cls(Path(os.fsdecode(output.rstrip(b"\r\n"))))

    def commit(self, rev: str) -> str:
        """The full hash of the commit that a revision names.

        Raises:
            CannotDo: it names none.
        """
        if not rev or rev.startswith("-") or any(c.isspace() or not c.isprintable() for c in rev):
            raise CannotDo(f"not a revision: {rev!r}")
        code, output, _ = self._process(
            "rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}", "--"
        )
        first = output.split(b"\n")[0].strip().decode("ascii", "replace")
        if code or not first:
            raise CannotDo(
                f"{rev}: no such commit here (in a shallow clone, fetch the history first: "
                "`fetch-depth: 0` for actions/checkout, `git fetch --unshallow` elsewhere)"
            )
        return first

    def merge_base(self, one: str, other: str) -> str:
        """The newest common ancestor of two commits, given by their hashes.

        Raises:
            CannotDo: they have none here.
        """
        code, output, _ = self._process("merge-base", one, other)
        first = output.split(b"\n")[0].strip().decode("ascii", "replace")
        if code or not first:
            raise CannotDo(
                f"{one[:12]} and {other[:12]} have no common ancestor here "
                "(in a shallow clone, fetch the history first)"
            )
        return first

    def contains(self, commit: str, other: str) -> bool:
        """Whether a commit is an ancestor of another one, or that one itself."""
        return self._process("merge-base", "--is-ancestor", other, commit)[0] == 0

    def diff(self, commit: str, *, context: int = 3) -> bytes:
        """How the Python files of the working tree differ from a commit, as a patch."""
        return self.run(
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--no-relative",
            "--no-indent-heuristic",
            "--find-renames",
            "--ignore-submodules=all",
            f"-U{context}",
            "--inter-hunk-context=0",
            f"-O{os.devnull}",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            commit,
            "--",
            "*.py",
            "*.pyi",
        )

    def run(self, *args: str) -> bytes:
        """What a git command prints.

        Raises:
            CannotDo: it fails.
        """
        code, output, error = self._process(*args)
        if code:
            lines = error.decode("utf-8", "replace").strip().splitlines() or [f"exit code {code}"]
            raise CannotDo(f"git {args[0]}: {lines[0].removeprefix('fatal: ')}")
        return output

    def _process(self, *args: str) -> tuple[int, bytes, bytes]:
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        command = ["git", "--no-pager", *settings, "-C", os.fspath(self.top), *args]
        try:
            done = subprocess.run(
                command,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TIMEOUT,
                check=False,
            )
        except FileNotFoundError:
            raise CannotDo("git is not installed") from None
        except subprocess.TimeoutExpired:
            raise CannotDo(f"git {args[0]}: no answer within {_TIMEOUT} seconds") from None
        return done.returncode, done.stdout, done.stderr


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith("GIT_") and name.upper() not in SECRETS
    }
    return {
        **kept,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C",
    }
