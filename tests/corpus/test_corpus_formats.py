"""`scripts/corpus formats`: what it runs, and what it sees."""

from __future__ import annotations

import importlib
import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.settings.config import FORMATS

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
OLD = "import jax; f = lambda g, x: jax.tree_map(g, x)\n"


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    yield importlib.import_module("_corpus_formats")
    for name in [name for name in sys.modules if name.startswith("_corpus_")]:
        del sys.modules[name]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "a.py").write_text(OLD)
    (tmp_path / "scratch").mkdir()
    return tmp_path / "project"


def test_our_own_output_is_right(module: Any, folder: Path, monkeypatch: Any) -> None:
    """Every run for itself takes a second to start; here all of them share one process."""
    (folder / "b.py").write_text("import jax\n\n\n@jax.jit\ndef g(x):\n    return float(x)\n")
    (folder / "odd \u65e5.py").write_text(OLD * 2)
    minor = "import jax\n\n\ndef h(x):\n    return jax.jit(lambda y: y + 1)(x)\n"
    (folder / "c.py").write_text(minor)  # not shown
    ran = []

    def call(self: Any, cwd: Path, *arguments: str) -> Any:
        ran.append(arguments)
        out, err = io.StringIO(), io.StringIO()
        with chdir(cwd), redirect_stdout(out), redirect_stderr(err):
            code = main([*arguments])
        return module.Answer(code, out.getvalue(), err.getvalue())

    monkeypatch.setenv("JAXOPT_LINT_NO_CACHE", "1")
    monkeypatch.setattr(module.Command, "call", call)
    checker = module.Checker(["unused"], folder.parent / "scratch")
    assert checker.formats == list(FORMATS)
    outcome = checker.check(folder)
    assert outcome.violations == []
    assert (outcome.findings, outcome.fixed) == (5, 6)
    assert (folder / "a.py").read_text() == OLD
    for kind in FORMATS:
        assert ("check", ".", "--output-format", kind) in ran
    for flags in (["--diff"], ["--statistics"], ["--verbose"], ["--fix"]):
        assert ("check", ".", *flags) in ran
    assert ran.count(("check", ".", "--fix", "--unsafe-fixes")) == 2


# A command that answers well, but for what a case puts in its place.
FAKE = """\
import json, pathlib, sys
args = sys.argv[1:]
kind = args[args.index("--output-format") + 1] if "--output-format" in args else "text"
path = pathlib.Path("a.py")
if args[0] == "config":
    print(json.dumps({"enum": ["text", "concise", "json", "junit"]}))
    sys.exit(0)
code, err = 1, "Found 1 finding in 1 file: 1 error."
out = {"json": '[{"code": "JOL1"}]', "junit": "<a/>", "concise": "a.py:1:1: JOL1 x"}.get(kind, "x")
fixing = "--fix" in args
new = path.read_text() if "# fixed" in path.read_text() else path.read_text() + "# fixed\\n"
if fixing:
    code, out, err = 0, "", "Fixed 1 finding." if new != path.read_text() else "No findings."
%s
if fixing:
    path.write_text(new)
print(out)
print(err, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("", []),
        ("if kind == 'concise': code = 2", ["--output-format concise: exit 2"]),
        ("if '--diff' in args: code = 130", ["--diff: exit 130"]),
        (
            "if '--statistics' in args: err += '\\nTraceback (most recent call last):'",
            ["--statistics: a traceback", "--statistics: noise"],
        ),
        (
            "if kind == 'junit': err = 'error: jaxopt-lint itself failed: IndexError: x'; code = 2",
            ["--output-format junit: exit 2", "--output-format junit: error: jaxopt-lint itself"],
        ),
        (
            "if '--diff' in args: err += '\\n<unknown>:4: SyntaxWarning: invalid escape'",
            ["--diff: noise on standard error: <unknown>:4: SyntaxWarning"],
        ),
        ("if kind == 'json': out = '[{]'", ["--output-format json: cannot be read"]),
        ("if kind == 'junit': out = '<a>'", ["--output-format junit: cannot be read"]),
        ("if kind == 'concise': out = ''", ["formats: 1 findings in JSON, 0 in concise"]),
        ("if kind == 'text': err = err.replace('1 f', '2 f')", ["formats: 1 findings in JSON, 2"]),
        ("new = '('", ["--fix: a.py no longer parses", "--fix --unsafe-fixes: a.py no longer"]),
        ("new += '# more\\n'", ["--fix: a.py is changed again", "--fix --unsafe-fixes: a.py is"]),
        (
            "if '--unsafe-fixes' in args: err = 'No findings.'",
            ["--fix --unsafe-fixes: changed 1 files and does not say so"],
        ),
    ],
)
def test_what_is_wrong_is_seen(module: Any, folder: Path, case: str, expected: list[str]) -> None:
    fake = folder.parent / "fake.py"
    fake.write_text(FAKE % case)
    checker = module.Checker([sys.executable, "-S", str(fake)], folder.parent / "scratch")
    seen = checker.check(folder, "p").violations
    for words in expected:
        assert any(v.startswith(f"p: {words}") for v in seen), (words, seen)
    assert bool(seen) is bool(expected)
    assert (folder / "a.py").read_text() == OLD


def script(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / "corpus"), "formats", *arguments],
        capture_output=True, text=True, check=False, **more,
    )  # fmt: skip


def test_exit_codes(folder: Path) -> None:
    fake = folder.parent / "jaxopt-lint"
    fake.write_text(f"#!{sys.executable} -S\n" + FAKE % "")
    os.chmod(fake, 0o755)
    done = script(str(folder), "--command", str(fake))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "formats: text, concise, json, junit" in done.stdout
    fake.write_text(f"#!{sys.executable} -S\n" + FAKE % "code = 2")
    done = script(str(folder), "--command", str(fake))
    assert done.returncode == 1
    assert "project: --diff: exit 2" in done.stdout
    done = script(str(folder), "--command", str(folder / "none"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    done = script(str(folder / "none"))
    assert done.returncode == 2
    assert "no such directory" in done.stderr
    fake.write_text("#!/bin/sh\necho no\n")
    done = script(str(folder), "--command", str(fake))
    assert done.returncode == 2
    assert "does not tell its output formats" in done.stderr
