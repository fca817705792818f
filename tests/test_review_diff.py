"""What git says of a change, and which lines of it are new."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jaxopt_lint.changes.diff import FileDiff, Lines, parse, unquote
from jaxopt_lint.changes.git import Git
from jaxopt_lint.running.ends import CannotDo


def git(directory: Path, *args: str) -> str:
    return subprocess.run(
        ["git", "-c", "user.name=n", "-c", "user.email=e@x", *args],
        cwd=directory, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    return tmp_path


def commit(repository: Path, message: str = "c") -> None:
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "--allow-empty", "-m", message)


def changes(repository: Path, *, context: int = 3) -> dict[str, FileDiff]:
    found = Git.around(repository)
    return parse(found.diff(found.commit("HEAD"), context=context))


def test_added_lines_and_what_is_shown_around_them(repository: Path) -> None:
    file = repository / "a.py"
    file.write_text("".join(f"line {i}\n" for i in range(1, 31)))
    commit(repository)
    lines = file.read_text().splitlines(keepends=True)
    lines[9] = "changed 10\n"
    lines[10:10] = ["new 11\n", "new 12\n"]
    lines[24:26] = []
    file.write_text("".join(lines))
    found = changes(repository)["a.py"]
    assert found.added == (Lines(10, 12),)
    assert found.hunks == (Lines(7, 15), Lines(22, 27))
    assert changes(repository, context=0)["a.py"].added == found.added


def test_rename_delete_binary_and_new_files(repository: Path) -> None:
    (repository / "old.py").write_text("".join(f"x{i} = {i}\n" for i in range(20)))
    (repository / "moved.py").write_text("".join(f"y{i} = {i}\n" for i in range(20)))
    (repository / "gone.py").write_text("z = 1\n")
    (repository / "bytes.py").write_bytes(b"\0\1\2")
    (repository / "text.txt").write_text("no Python\n")
    commit(repository)
    git(repository, "mv", "old.py", "new.py")
    git(repository, "mv", "moved.py", "same.py")
    (repository / "new.py").write_text((repository / "new.py").read_text() + "more = 1\n")
    git(repository, "rm", "-q", "gone.py")
    (repository / "bytes.py").write_bytes(b"\0\1\2\3")
    (repository / "text.txt").write_text("still none\n")
    (repository / "fresh.pyi").write_text("x: int\ny: int\n")
    (repository / "empty.py").write_text("")
    git(repository, "add", "-A")
    found = changes(repository)
    assert found["new.py"].added == (Lines(21, 21),)
    assert found["same.py"] == FileDiff("same.py")
    assert found["fresh.pyi"].added == (Lines(1, 2),)
    assert set(found) == {"new.py", "same.py", "fresh.pyi", "bytes.py"}
    assert found["bytes.py"].added == (Lines(1, 1),)


def test_no_newline_at_the_end(repository: Path) -> None:
    (repository / "a.py").write_text("one\ntwo")
    (repository / "b.py").write_text("one\ntwo\n")
    (repository / "c.py").write_text("one\ntwo")
    commit(repository)
    (repository / "a.py").write_text("one\ntwo\nthree")
    (repository / "b.py").write_text("one\ntwo")
    (repository / "c.py").write_text("one\n2")
    found = changes(repository)
    assert found["a.py"].added == (Lines(3, 3),)
    assert "b.py" not in found  # a line end alone is no new code
    assert found["c.py"].added == (Lines(2, 2),)


@pytest.mark.parametrize(
    "name",
    ["with space.py", "tab\there.py", 'quote".py', "back\\slash.py", "ümlaut.py", "new\nline.py",
     "b/b/x.py", "->.py", " lead.py", "ends in tab\t/x.py"],
)  # fmt: skip
@pytest.mark.parametrize("quoted", ["true", "false"])
def test_odd_names(repository: Path, name: str, quoted: str) -> None:
    git(repository, "config", "core.quotePath", quoted)
    commit(repository)
    file = repository / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("x = 1\n")
    git(repository, "add", "-A")
    assert changes(repository)[name].added == (Lines(1, 1),)
    commit(repository)
    git(repository, "mv", "--", name, f"{name}.moved.py")
    assert list(changes(repository)) == [f"{name}.moved.py"]


def test_names_that_are_not_utf8(repository: Path) -> None:
    commit(repository)
    Path(str(repository), "caf\udce9.py").write_text("x = 1\n")
    git(repository, "add", "-A")
    assert list(changes(repository)) == ["caf\udce9.py"]


def test_code_that_looks_like_a_patch(repository: Path) -> None:
    (repository / "a.py").write_text('"""\n-- a/x.py\n@@ -1 +1 @@\n"""\nx = 1\n')
    commit(repository)
    (repository / "a.py").write_text(
        '"""\n++ b/evil.py\n@@ -1 +1,9 @@\ndiff --git a/q.py b/q.py\n+++ b/q.py\n"""\nx = 1\n'
    )
    found = changes(repository, context=0)
    assert list(found) == ["a.py"]
    assert found["a.py"].added == (Lines(2, 5),)


def test_settings_of_the_user_do_not_change_the_patch(repository: Path) -> None:
    for key, value in {
        "diff.noprefix": "true", "diff.mnemonicPrefix": "true", "color.ui": "always",
        "diff.context": "0", "diff.interHunkContext": "50", "diff.external": "false",
        "core.fsmonitor": "touch executed; false", "diff.relative": "true",
        "core.pager": "false", "diff.orderFile": "missing",
    }.items():  # fmt: skip
        git(repository, "config", key, value)
    (repository / "sub").mkdir()
    (repository / "sub" / "a.py").write_text("".join(f"line {i}\n" for i in range(40)))
    commit(repository)
    text = (repository / "sub" / "a.py").read_text()
    (repository / "sub" / "a.py").write_text(
        text.replace("line 5\n", "five\n").replace("line 25\n", "")
    )
    (repository / "executed").unlink(missing_ok=True)
    found = Git.around(repository / "sub")
    (file,) = parse(found.diff(found.commit("HEAD"))).values()
    assert file == FileDiff("sub/a.py", (Lines(6, 6),), (Lines(3, 9), Lines(23, 28)))
    assert not (repository / "executed").exists()


_ATTRIBUTES = (
    "a.py -diff",
    "a.py binary",
    "*.py -diff",
    "* -text -diff",
    "*.py diff=no",
    "*.py diff=python",
    "*.py filter=trap",
    "*.py filter=pointer",
    "*.py eol=crlf",
    "*.py working-tree-encoding=UTF-16LE",
    "*.py ident",
    "*.py merge=binary linguist-generated",
    "[attr]quiet -diff -text\n*.py quiet",
)


@pytest.mark.parametrize(
    ("where", "attributes"),
    [
        *((".gitattributes", text) for text in _ATTRIBUTES),
        ("sub/.gitattributes", "*.py -diff"),
        (".git/info/attributes", "*.py -diff"),
    ],
)
def test_attributes_of_the_change_hide_nothing(
    repository: Path, attributes: str, where: str
) -> None:
    for key, value in {
        "diff.no.binary": "true", "diff.no.textconv": "touch executed; true",
        "diff.no.command": "touch executed; true", "filter.trap.required": "true",
        "filter.trap.clean": "touch executed; false", "filter.pointer.clean": "echo pointer",
    }.items():  # fmt: skip
        git(repository, "config", key, value)
    (repository / "sub").mkdir()
    (repository / "sub" / "a.py").write_text("x = 1\ny = 2\n")
    commit(repository)
    (repository / where).write_text(f"{attributes}\n")
    (repository / "sub" / "a.py").write_text("x = 1\nnew = 2\ny = 2\n# $Id$\n")
    assert changes(repository)["sub/a.py"].added == (Lines(2, 2), Lines(4, 4))
    assert not (repository / "executed").exists()


@pytest.mark.parametrize("filters", [True, False])
def test_what_lies_on_the_disk_is_compared_not_what_git_would_commit(
    repository: Path, filters: bool
) -> None:
    """A file whose filter writes more than is committed, as large-file storage does."""
    (repository / "a.py").write_text("old = 1\n")
    commit(repository)
    (repository / ".gitattributes").write_text("*.py filter=store\n")
    git(repository, "config", "filter.store.clean", "echo pointer")
    git(repository, "config", "filter.store.smudge", "cat")
    (repository / "a.py").write_text("old = 1\nnew = 2\nlast = 3\n")
    commit(repository)
    assert git(repository, "status", "--porcelain") == ""
    if not filters:
        (repository / ".gitattributes").unlink()
    found = Git.around(repository)
    base = found.commit("HEAD^")
    assert parse(found.diff(base))["a.py"].added == (Lines(2, 3),)
    assert parse(found.diff(found.commit("HEAD")))["a.py"].added == (Lines(1, 3),)


def test_line_ends_that_a_checkout_changes_are_no_change(repository: Path) -> None:
    (repository / ".gitattributes").write_text("*.py eol=crlf\n")
    (repository / "a.py").write_bytes(b"x = 1\r\ny = 2\r\n")
    commit(repository)
    (repository / "a.py").write_bytes(b"x = 1\r\ny = 3\r\n")
    assert changes(repository)["a.py"].added == (Lines(2, 2),)
    (repository / "a.py").write_bytes(b"x = 1\r\ny = 2\r\n")
    assert changes(repository) == {}


def test_replaced_objects_and_submodules(repository: Path) -> None:
    file = repository / "a.py"
    file.write_text("x = 1\n")
    commit(repository)
    base = git(repository, "rev-parse", "HEAD").strip()
    file.write_text("x = 1\nnew = 2\n")
    commit(repository)
    git(repository, "replace", base, "HEAD")  # the base pretends to be the change
    module = repository / "module.py"
    module.mkdir()
    git(module, "init", "-q")
    commit(module)
    (repository / ".gitmodules").write_text(
        '[submodule "m"]\npath = module.py\nurl = ext::sh -c touch% executed\n'
        "update = !touch executed\n"
    )
    git(repository, "add", "-A")
    assert parse(Git.around(repository).diff(base)) == {
        "a.py": FileDiff("a.py", (Lines(2, 2),), (Lines(1, 2),))
    }
    assert not list(repository.rglob("executed"))


def test_a_file_in_place_of_which_something_else_lies(repository: Path) -> None:
    for name in ("fifo.py", "folder.py", "sub/a.py"):
        (repository / name).parent.mkdir(exist_ok=True)
        (repository / name).write_text("x = 1\n")
    commit(repository)
    (repository / "fifo.py").unlink()
    os.mkfifo(repository / "fifo.py")
    (repository / "folder.py").unlink()
    (repository / "folder.py").mkdir()
    (repository / "sub").rename(repository / "elsewhere")
    (repository / "sub").symlink_to("elsewhere")
    assert changes(repository) == {}


def test_symbolic_links_are_marked(repository: Path) -> None:
    (repository / "a.py").write_text("x = 1\n")
    (repository / "c.py").symlink_to("a.py")
    commit(repository)
    (repository / "b.py").symlink_to("a.py")
    (repository / "c.py").unlink()
    (repository / "c.py").symlink_to("b.py")
    git(repository, "add", "-A")
    assert {path: diff.link for path, diff in changes(repository).items()} == {
        "b.py": True, "c.py": True,
    }  # fmt: skip


_TEXT = st.lists(st.sampled_from(["", "a", "b", "+ c", "- d", "@@ -1 +1 @@"]), max_size=12)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(_TEXT, _TEXT, st.booleans(), st.integers(0, 3))
def test_what_is_not_added_was_there(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str], end: bool, around: int
) -> None:
    directory = tmp_path_factory.mktemp("r")
    git(directory, "init", "-q", "-b", "main")
    (directory / "a.py").write_text("\n".join(old) + "\n")
    commit(directory)
    text = "\n".join(new) + ("\n" if end else "")
    (directory / "a.py").write_text(text)
    found = changes(directory, context=around).get("a.py", FileDiff("a.py"))
    added = {row for run in found.added for row in range(run.first, run.last + 1)}
    stat = git(directory, "diff", "--numstat", "--ignore-cr-at-eol").split()
    assert len(added) == (int(stat[0]) if stat else 0)
    rows = text.split("\n")[: text.count("\n") + (not text.endswith("\n") and bool(text))]
    assert added <= set(range(1, len(rows) + 1))
    kept = [line for row, line in enumerate(rows, 1) if row not in added]
    before = iter([*old, ""])
    assert all(any(line == other for other in before) for line in kept)


def test_a_patch_without_the_text_is_refused() -> None:
    with pytest.raises(CannotDo, match=r"a/a\.py"):
        parse(b"diff --git a/a.py b/a.py\nBinary files a/a.py and b/a.py differ\n")
    quoted = b"--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+Binary files a\n"
    assert parse(b"diff --git a/a.py b/a.py\n" + quoted)["a.py"].added == (Lines(1, 1),)


def test_unquote() -> None:
    assert unquote(b'"a\\303\\274\\t\\"\\\\.py"') == 'aü\t"\\.py'.encode()
    assert unquote(b"plain.py") == b"plain.py"
    assert unquote(b'"') == b'"'


@pytest.mark.parametrize("rev", ["-x", "--output=here", "", "a b", "a\nb", "nothing", "HEAD..HEAD"])
def test_revisions_that_are_none(repository: Path, rev: str) -> None:
    commit(repository)
    with pytest.raises(CannotDo):
        Git.around(repository).commit(rev)
    assert not (repository / "here").exists()


def test_outside_of_a_repository(tmp_path: Path) -> None:
    with pytest.raises(CannotDo, match="not a git repository"):
        Git.around(tmp_path)


def test_a_repository_inside_the_tree_is_data(repository: Path) -> None:
    trap = repository / "trap"
    git(repository, "init", "-q", "--bare", "trap")
    git(trap, "config", "core.fsmonitor", "touch executed")
    commit(repository)
    with pytest.raises(CannotDo):
        Git.around(trap)


def test_histories_without_common_ancestor(repository: Path) -> None:
    commit(repository)
    git(repository, "checkout", "-q", "--orphan", "other")
    commit(repository, "another root")
    found = Git.around(repository)
    with pytest.raises(CannotDo, match="no common ancestor"):
        found.merge_base(found.commit("main"), found.commit("other"))
