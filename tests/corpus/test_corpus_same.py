"""`scripts/corpus same`: what it runs on both sides, and what it sees."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SOURCE = "x = 1\ny = 2\n"
# A command that answers well, but for what a case puts in its place. It notes its calls.
FAKE = """\
import datetime, json, os, pathlib, sys
args = sys.argv[1:]
with open(__file__ + ".calls", "a") as file:
    print(*args, file=file)
kind = args[args.index("--output-format") + 1] if "--output-format" in args else "text"
path = pathlib.Path("a.py")
code, err = 1, "Found 1 finding in 1 file: 1 error."
out = json.dumps([{"code": "JOL1", "message": kind}] * 30, indent=2)
if args[0] == "config":
    code, out, err = 0, '{"enum": ["text", "json", "junit"], "properties": {"select": {}}}', ""
if args[0] == "rule":
    code, err = 0, ""
if kind == "junit":
    stamp = datetime.datetime.fromtimestamp(1e9 + os.getpid()).isoformat()
    out = f'<a timestamp="{stamp}"/>'
new = path.read_text() + "# fixed\\n" if "--fix" in args else ""
if new:
    out = f"fixed {pathlib.Path.cwd()}"
%s
if new:
    path.write_text(new)
print(out)
print(err, file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "a.py").write_text(SOURCE)
    return tmp_path / "project"


def command(folder: Path, name: str, case: str = "") -> Path:
    path = folder.parent / name
    path.write_text(f"#!{sys.executable} -S\n" + FAKE % case)
    os.chmod(path, 0o755)
    return path


def calls(path: Path) -> list[str]:
    """What a command was called with since this was asked last."""
    noted = path.with_name(f"{path.name}.calls")
    found = noted.read_text().splitlines() if noted.exists() else []
    noted.unlink(missing_ok=True)
    return found


def same(before: Path, after: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / "corpus"), "same", "--before", str(before),
         "--after", str(after), *map(str, arguments)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_equal_is_equal(folder: Path) -> None:
    before, after = command(folder, "before"), command(folder, "after")
    done = same(before, after, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "project: 1 files, 30 findings, 3 runs: the same" in done.stdout
    assert "all the same, byte for byte" in done.stdout
    assert re.search(r"CPU: .* ratio \d", done.stdout)
    quick = calls(before)
    assert calls(after) == quick
    shown = [line for line in quick if "json" in line and line.startswith("check")]
    assert "--preview --min-confidence low" in shown[0]
    assert all("--no-cache" in line for line in quick if line.startswith("check"))
    done = same(before, after, folder, "--all-formats")
    assert done.returncode == 0, done.stdout + done.stderr
    ran = calls(before)
    assert set(quick) < set(ran)
    for words in ("text", "json", "junit"):
        assert f"check . --no-cache --jobs 1 --output-format {words}" in ran
    for words in ("--diff --unsafe-fixes", "--statistics", "--verbose", "--fix --unsafe-fixes"):
        assert any(line.endswith(words) for line in ran), words
    assert (folder / "a.py").read_text() == SOURCE


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (
            "if '--preview' in args and kind == 'json': out = out.replace('JOL1', 'JOL2', 1)",
            r"project: .*: 1 differences\ncheck \. .*json.*: standard output:\n  from line 3 of"
            r' 122 and 122\n(  .*\n)*  -    "code": "JOL1",\n  \+    "code": "JOL2",\n',
        ),
        ("if args[-1] == '1': err += ' '", r"--jobs 1: standard error:\n"),
        ("if '--diff' in args: code = 0", r"--ignore-noqa: exit 1, then 0\n"),
        ("if args[0] == 'rule': out += '!'", r"the manual: .*\nrule --all .*: standard output:\n"),
    ],
)
def test_a_difference_is_found(folder: Path, case: str, expected: str) -> None:
    done = same(command(folder, "before"), command(folder, "after", case), folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(expected, done.stdout), done.stdout


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("if kind == 'junit': out += ' '", "--output-format junit: standard output:"),
        ("if '--statistics' in args: out = ''", "--statistics: standard output:"),
        ("if new: new += '#'", "--fix --unsafe-fixes: a.py:"),
        ("if new: new = path.read_text()", "--fix --unsafe-fixes: a.py:"),
        ("if args[0] == 'config': out = out.replace('junit', 'xml')", "output formats: ["),
    ],
)
def test_a_difference_that_only_all_formats_show(folder: Path, case: str, expected: str) -> None:
    before, after = command(folder, "before"), command(folder, "after", case)
    done = same(before, after, folder, "--all-formats")
    assert done.returncode == 1, done.stdout + done.stderr
    assert expected in done.stdout


def test_a_newer_side_is_asked_for_what_it_leaves_out(folder: Path) -> None:
    newer = "if args[0] == 'config': out = out.replace('select', 'severity')"
    before, after = command(folder, "before"), command(folder, "after", newer)
    same(before, after, folder)
    asked = [line for line in calls(after) if "--severity info" in line]
    assert len(asked) == 2
    assert all("--preview" in line for line in asked)
    assert not any("--severity" in line for line in calls(before))


def test_what_both_cannot_do_is_not_the_same(folder: Path) -> None:
    broken = "if '--diff' in args: code, err = 2, 'error: no'"
    before, after = command(folder, "before", broken), command(folder, "after", broken)
    done = same(before, after, folder)
    assert done.returncode == 1
    assert "before ends with exit 2: error: no" in done.stdout
    done = same(before, folder / "none", folder)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_what_was_before_is_remembered(folder: Path) -> None:
    before, after = command(folder, "before"), command(folder, "after")
    kept = folder.parent / "kept"
    flags = (folder, "--keep", kept, "--all-formats")
    assert same(before, after, *flags).returncode == 0
    assert calls(before)
    calls(after)
    done = same(before, after, *flags)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not [line for line in calls(before) if not line.startswith("config ")]
    assert len(calls(after)) > 10
    assert "CPU: not compared" in done.stdout
    command(folder, "after", "if new: new += '#'")
    assert same(before, after, *flags).returncode == 1
    # Another project, and another command, ask anew.
    command(folder, "after")
    calls(before)
    (folder / "a.py").write_text(SOURCE + "z = 3\n")
    assert same(before, after, *flags).returncode == 0
    asked = calls(before)
    assert any(line.startswith("check") for line in asked)
    assert not any(line.startswith("rule") for line in asked)
    command(folder, "before", "err += '!'")
    assert same(before, after, *flags).returncode == 1


def test_a_sample_is_repeatable(folder: Path) -> None:
    more = [folder.parent / f"p{i}" for i in range(6)]
    for path in more:
        path.mkdir()
    before, after = command(folder, "before"), command(folder, "after")
    done = [same(before, after, *more, "--sample", 2, "--seed", 5) for _ in range(2)]
    shown = [re.findall(r"^p\d(?=:)", d.stdout, re.MULTILINE) for d in done]
    assert shown[0] == shown[1]
    assert len(set(shown[0])) == 2
