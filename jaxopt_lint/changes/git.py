"""Asks git about a repository whose contents are not trusted."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from jaxopt_lint.changes.snapshot import entries
from jaxopt_lint.files import leftovers
from jaxopt_lint.running.ends import CannotDo

_SETTINGS = (
    "core.fsmonitor=false",  # may name a program
    f"core.hooksPath={os.devnull}",
    "core.pager=cat",
    "protocol.allow=never",  # a partial clone must not fetch what is missing
    "safe.bareRepository=explicit",  # a repository inside the tree is data
)
_TIMEOUT = 120
_PYTHON = (".py", ".pyi", ".ipynb")
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
        found = self._hash("rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}", "--")
        if not found:
            raise CannotDo(
                f"{rev}: no such commit here (in a shallow clone, fetch the history first: "
                "`fetch-depth: 0` for actions/checkout, `git fetch --unshallow` elsewhere)"
            )
        return found

    def merge_base(self, one: str, other: str) -> str:
        """The newest common ancestor of two commits, given by their hashes.

        Raises:
            CannotDo: they have none here.
        """
        found = self._hash("merge-base", one, other)
        if not found:
            raise CannotDo(
                f"{one[:12]} and {other[:12]} have no common ancestor here "
                "(in a shallow clone, fetch the history first)"
            )
        return found

    def _hash(self, *arguments: str) -> str:
        """The commit on the first line of what git says; "" if it fails or says nothing."""
        code, output, _ = self._process(*arguments)
        return "" if code else output.split(b"\n")[0].strip().decode("ascii", "replace")

    def contains(self, commit: str, other: str) -> bool:
        """Whether a commit is an ancestor of another one, or that one itself."""
        return self._process("merge-base", "--is-ancestor", other, commit)[0] == 0

    def diff(self, commit: str, *, context: int = 3) -> bytes:
        """How the Python files of the working tree differ from a commit, as a patch.

        The bytes on the disk are compared as they are and as text, whatever attributes the
        repository states for them; line ends do not count.
        """
        with self._working_tree(_PYTHON) as environment:
            return self.run(
                "diff",
                "--cached",
                "--text",
                "--ignore-cr-at-eol",
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
                *(f"*{end}" for end in _PYTHON),
                environment=environment,
            )

    def changed(self, commit: str, *ends: str) -> list[str]:
        """The files with one of some ends, in any directory, that differ from a commit."""
        with self._working_tree(ends) as environment:
            output = self.run(
                "diff",
                "--cached",
                "--name-only",
                "--no-renames",
                "--no-relative",
                "--ignore-submodules=all",
                "-z",
                commit,
                "--",
                *_anywhere(ends),
                environment=environment,
            )
        return [os.fsdecode(name) for name in output.split(b"\0") if name]

    def tracked(self, *ends: str) -> list[str]:
        """The files with one of some ends, in any directory, that git knows of."""
        output = self.run("ls-files", "-z", "--full-name", "--", *_anywhere(ends))
        return [os.fsdecode(name) for name in output.split(b"\0") if name]

    def files(self, commit: str, *ends: str) -> dict[str, bytes]:
        """The files with one of some ends, in any directory, as a commit has them."""
        output = self.run("ls-tree", "-r", "-z", "--full-tree", commit)
        found = {}
        for line in filter(None, output.split(b"\0")):
            head, _, path = line.partition(b"\t")
            mode, _, name = head.split(b" ")
            if mode in (b"100644", b"100755") and os.fsdecode(path).endswith(ends):
                found[os.fsdecode(path)] = self.run("cat-file", "blob", name.decode())
        return found

    def text(self, commit: str, path: str) -> bytes | None:
        """A file as a commit has it, None if it has none."""
        code, output, _ = self._process("cat-file", "blob", f"{commit}:{path}")
        return None if code else output

    @contextmanager
    def _working_tree(self, ends: tuple[str, ...]) -> Iterator[dict[str, str]]:
        """An environment in which the index is what lies on the disk under some names."""
        listed = self.run("ls-files", "-s", "-z", "--full-name", ":/")
        code, output, _ = self._process("rev-parse", "--show-object-format")
        algorithm = output.strip().decode() if not code else "sha1"
        store = self.run("rev-parse", "--git-path", "objects").rstrip(b"\r\n")
        with leftovers.folder() as folder:
            objects = folder / "objects"
            objects.mkdir()
            lines = b"\0".join(entries(listed, self.top, objects, algorithm, ends))
            environment = {
                "GIT_INDEX_FILE": os.fspath(folder / "index"),
                "GIT_OBJECT_DIRECTORY": os.fspath(objects),
                "GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(self.top / os.fsdecode(store)),
            }
            self.run("update-index", "-z", "--index-info", environment=environment, given=lines)
            yield environment

    def run(
        self, *args: str, environment: Mapping[str, str] | None = None, given: bytes = b""
    ) -> bytes:
        """What a git command prints.

        Raises:
            CannotDo: it fails.
        """
        code, output, error = self._process(*args, environment=environment, given=given)
        if code:
            lines = error.decode("utf-8", "replace").strip().splitlines() or [f"exit code {code}"]
            raise CannotDo(f"git {args[0]}: {lines[0].removeprefix('fatal: ')}")
        return output

    def _process(
        self, *args: str, environment: Mapping[str, str] | None = None, given: bytes = b""
    ) -> tuple[int, bytes, bytes]:
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        command = ["git", "--no-pager", *settings, "-C", os.fspath(self.top), *args]
        try:
            done = subprocess.run(
                command,
                env=_environment() | dict(environment or {}),
                input=given,
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
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "LC_ALL": "C",
    }


def _anywhere(ends: Iterable[str]) -> list[str]:
    return [f":(top,glob)**/*{end}" for end in ends]


def _quoted(path: Path) -> str:
    """A path as one entry of a list of paths, whatever characters it holds."""
    text = os.fspath(path).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'
