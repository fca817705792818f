"""Names and texts that strangers chose: shown, they are never a command to the runner of a job."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.report.console import inert, one_line

ROOT = Path(__file__).parent.parent
EVIL = "evil\n::set-output name=x::pwn.py"
CODE = '''import jax


def f(t):
    """
::set-output name=x::code
    ##[set-output name=x]code
    """
    return jax.tree_map(abs, t)
'''
# The runner trims a line, and takes what begins with two colons; the older form counts anywhere.
COMMAND = re.compile(r"^\s*::|##\[", re.MULTILINE)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files whose names are commands: one that is fine, broken ones, and a link that loops."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "\n::group::x"
    folder.mkdir()
    (tmp_path / EVIL).write_text(CODE)
    (tmp_path / "::error file=x::y.py").write_text(CODE)
    (tmp_path / "##[error]z.py").write_text(CODE)
    (tmp_path / "carriage\r::warning::w.py").write_text(CODE)
    (tmp_path / "next\u2028::warning::w.py").write_text(CODE)
    (folder / "broken.py").write_text("def f(:\n")
    (folder / "bytes.py").write_bytes(b"import jax\n\xff")
    (folder / "coding.py").write_text("# coding: \n::nothing\nimport jax\n")
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    main(list(args))
    captured = capsys.readouterr()
    return captured.out + "\n" + captured.err


@pytest.mark.parametrize(
    "args",
    [
        ("check", "."),
        ("check", ".", "-v"),
        ("check", ".", "--output-format", "concise"),
        ("check", ".", "--statistics"),
        ("check", ".", "--show-files"),
        ("check", ".", "--show-settings"),
        ("check", EVIL, "--show-settings", "--config", "\n::x=1"),
        ("check", "missing\n::debug::x.py"),
        ("check", "::debug::x.py"),
        ("check", "--no-such\n::option", "."),
        ("check", "--select", "\n::debug::x", "."),
        ("check", "--stdin-filename", EVIL, "-", "-", "."),
        ("rewrite", "tree", f"{EVIL}:nothing"),
        ("rewrite", "tree\n::debug::", EVIL),
        ("rewrite", "vmap", EVIL),
        ("rule", "\n::debug::x"),
        ("verify", f"{EVIL}:f", f"{EVIL}:nothing"),
        ("record", "--", "\n::debug::x"),
        ("config", "\n::debug::x"),
        ("review", "--base", "\n::debug::x"),
        ("review", "missing\n::debug::x.py"),
        ("check", ".", "--fix", "--show-fixes"),
    ],
    ids=lambda args: " ".join(args).encode("unicode_escape").decode(),
)
def test_no_line_is_a_command(
    tree: Path, capsys: pytest.CaptureFixture[str], args: tuple[str, ...]
) -> None:
    text = printed(capsys, *args)
    assert text.strip()
    assert COMMAND.search(text.replace("\r", "\n").replace("\u2028", "\n")) is None


def test_a_crash_is_no_command(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxopt_lint import registry

    def broken(self: object) -> None:
        raise ValueError("\n::error::from the code ##[error]")

    monkeypatch.setattr(registry.rules()["deprecated-tree-api"], "matches", broken)
    text = printed(capsys, "check", ".", "-v", "-n")
    assert "failed" in text and COMMAND.search(text) is None


def test_the_name_itself_is_on_one_line(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "check", EVIL, "--output-format", "concise")
    assert text.startswith("evil\u240a::set-output name=x::pwn.py:9:12: JOL701")
    assert one_line("plain name.py") == "plain name.py"
    assert inert("x::y # z") == "x::y # z"
    assert inert("  ::x\n##vso[y]").replace("\u200b", "") == "  ::x\n##vso[y]"


def test_what_programs_read_is_exact(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "check", EVIL, "--output-format", "json")
    (found,) = json.loads(text)
    assert EVIL in found["filename"]
    text = printed(capsys, "check", EVIL, "--output-format", "github")
    assert len(re.findall(r"^\s*::", text, re.M)) == 1 and "%0A" in text


def test_a_patch_stops_the_runner_and_applies(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    main(["check", ".", "--diff"])
    text = capsys.readouterr().out
    first, *body, last, end = text.split("\n")
    token = first.removeprefix("::stop-commands::")
    assert len(token) > 40 and last == f"::{token}::" and end == ""
    assert "\n ::set-output" in "\n".join(body)
    subprocess.run(["git", "init", "-q"], check=True)
    done = subprocess.run(
        ["git", "apply", "-"], input=text.encode(errors="surrogateescape"), capture_output=True
    )
    assert done.returncode == 0, done.stderr
    for name in os.listdir(tree):
        if name.endswith(".py"):
            assert "jax.tree_util.tree_map" in (tree / name).read_text(), name


def test_review_names_such_files_safely(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [*os.environ]:
        if name.startswith(("GITHUB_", "GIT_")):
            monkeypatch.delenv(name)
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@x"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "c"],
                    ["add", "-A"], ["commit", "-q", "-m", "c"]):  # fmt: skip
        subprocess.run([*git, *command], check=True)
    for args in (("--dry-run",), ("--dry-run", "--max-comments", "0")):
        text = printed(capsys, "review", "--base", "HEAD^", *args)
        assert "JOL701" in text and COMMAND.search(text.replace("\r", "\n")) is None


def test_a_traceback_for_those_who_ask_for_it(tree: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "jaxopt_lint", "check", ".", "--output-file", "no/\n::x"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2 and COMMAND.search(done.stderr + done.stdout) is None
