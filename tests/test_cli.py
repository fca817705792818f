"""The command line: which command runs, what it prints where, and how it ends."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from jaxopt_lint import __version__
from jaxopt_lint.cli.main import COMMANDS, LazyGroup, main

OLD = "import jax\n\n\ndef f(g, x):\n    return jax.tree_map(g, x)\n"
NEW = OLD.replace("tree_map", "tree_util.tree_map")
CLEAN = "import jax\n\nprint(jax.devices())\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "old.py").write_text(OLD)
    (tmp_path / "clean.py").write_text(CLEAN)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "JAXOPT_LINT_OUTPUT_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def run(*args: str, cwd: Path | None = None, stdin: bytes = b"") -> SimpleNamespace:
    """Run the tool as users do, in a process of its own."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); "
    code += "from jaxopt_lint.__main__ import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *args], input=stdin, capture_output=True, cwd=cwd, check=False
    )
    return SimpleNamespace(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


# -- which command ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], ["check"]),
        (["a.py"], ["check", "a.py"]),
        (["--fix", "a.py"], ["check", "--fix", "a.py"]),
        (["check", "--fix"], ["check", "--fix"]),
        (["-q", "check", "a.py"], ["check", "-q", "a.py"]),
        (["--config", "x.toml", "check"], ["check", "--config", "x.toml"]),
        (["-q", "a.py"], ["check", "-q", "a.py"]),
        (["rule", "JOL701"], ["rule", "JOL701"]),
        (["-"], ["check", "-"]),
    ],
)
def test_paths_alone_mean_check(
    monkeypatch: pytest.MonkeyPatch, given: list[str], meant: list[str]
) -> None:
    seen: list[list[str]] = []

    def parse(self: object, context: object, args: list[str]) -> list[str]:
        seen.append(args)
        return []

    monkeypatch.setattr("click.Group.parse_args", parse)
    LazyGroup("x").parse_args(None, given)  # type: ignore[arg-type]
    assert seen == [meant]


def test_path_that_is_there_wins(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "chek").mkdir()
    assert main(["chek"]) == 0
    (project / "chek").rmdir()
    assert main(["./chek", "-q"]) == 1  # a path that is not there is a finding
    assert "JOL000" in capsys.readouterr().out


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version(capsys: pytest.CaptureFixture[str], flag: str) -> None:
    assert main([flag]) == 0
    assert capsys.readouterr().out == f"jaxopt-lint {__version__}\n"


def test_version_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["version", "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["version"] == __version__


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "review"])
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, "--help"]) == 0
    assert "Usage: jaxopt-lint" in capsys.readouterr().out


@pytest.mark.parametrize("args", [["--version"], ["check", "--help"], ["check", "plain.py"]])
def test_nothing_heavy_is_imported(tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "plain.py").write_text("x = 1\n")
    root = str(Path(__file__).parents[1])
    code = (
        f"import sys; sys.path.insert(0, {root!r})\n"
        f"from jaxopt_lint.cli.main import main\nassert main({args!r}) == 0\n"
        "heavy = {'libcst', 'rich', 'numpy', 'jax', 'msgspec'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)


# -- findings and exit codes --------------------------------------------------------------


def test_findings_exit_with_1(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("old.py:5:12: error: `jax.tree_map` was removed")
    assert "[JOL701 deprecated-tree-api] [*]\n" in out
    assert "return jax.tree_map(g, x)" in out
    assert err == "Found 1 finding in 1 file: 1 error.\n[*] 1 fixable with `--fix`.\n"


def test_clean_exits_with_0(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clean.py"]) == 0
    assert capsys.readouterr().out == ""


def test_exit_zero(project: Path) -> None:
    assert main(["-e"]) == 0
    assert main(["--exit-zero", "--select", "nonsense"]) == 2


def test_quiet_and_silent(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-q"]) == 1
    out, err = capsys.readouterr()
    assert "JOL701" in out
    assert err == ""
    assert main(["-s"]) == 1
    assert capsys.readouterr() == ("", "")


def test_paths_are_shown_from_here(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "pkg").mkdir()
    (project / "old.py").rename(project / "pkg" / "old.py")
    monkeypatch.chdir(project / "pkg")
    main(["--output-format", "concise"])
    assert capsys.readouterr().out.startswith("old.py:5:12:")
    main(["--output-format", "json"])
    assert json.loads(capsys.readouterr().out)[0]["filename"] == "pkg/old.py"


def test_no_files_is_a_remark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert "warning: no Python files found" in capsys.readouterr().err
    assert main([str(tmp_path), "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--selct", "x"], "No such option"),
        (["--select", "JOL7O1"], "unknown rule selector `JOL7O1`; did you mean `JOL701`?"),
        (["--ignore", "deprecated-tree-ap"], "did you mean `deprecated-tree-api`?"),
        (["--unfixable", "X1"], "`unfixable`: unknown rule selector `X1`"),
        (["--output-format", "xml"], "must be one of text, concise, grouped, json"),
        (["--target-jax", "new"], "`target-jax` must be a version"),
        (["--min-confidence", "sure"], "must be one of high, medium, low"),
        (["--config", "gone.toml"], "no such file"),
        (["--config", "preview=maybe"], "not KEY=VALUE"),
        (["--config", "selct=[]"], "unknown key `selct`; did you mean `select`?"),
        (["-", "a.py"], "cannot be mixed"),
        (["-o", "no/such/dir/x"], "cannot be written"),
        (["chek", "."], "no such command or path: `chek`; did you mean `check`?"),
        (["-q", "baselin", "show"], "did you mean `baseline`?"),
        (["deploy"], "no such command or path: `deploy`; commands are check, rule"),
        (["--min-confidence", "hgh"], "did you mean `high`?"),
        (["--output-format", "sarrif"], "did you mean `sarif`?"),
        (["--color", "alway"], "did you mean `always`?"),
        (["baseline", "creat"], "did you mean `create`?"),
        (["baseline", "create", "gone.py"], "gone.py: no such file or directory"),
        (["rule", "JOL5", "--output-format", "markdwn"], "did you mean `markdown`?"),
        (["rule"], "name one rule, or give --all"),
        (["rule", "JOL7O1"], "did you mean `JOL701`?"),
        (["rewrite", "tre", "old.py"], "there is no codemod `tre`; did you mean `tree`?"),
        (["rewrite", "tree", "gone.py"], "no such file"),
        (["rewrite", "tree"], "name a codemod and a file"),
        (["rewrite", "tree", "old.py:gone"], "there is no function `gone`"),
        (["verify", "old.py:f"], "a pair is"),
        (["verify", "old.py:f", "gone.py:f"], "gone.py: cannot be read"),
        (["verify", "old.py:f", "clean.py:f"], "there is no function `f`"),
        (["verify", "--args", "f32[B]"], "belong to a pair"),
        (["verify", "old.py:f", "old.py:f", "--args", "f32[B"], "is not a list of specs"),
        (["record"], "nothing to run"),
        (["record", "--", "no-such-command-here"], "is no command"),
        (["config", "selct"], "did you mean `select`?"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(
    project: Path, capsys: pytest.CaptureFixture[str], args: list[str], words: str
) -> None:
    assert main(args) == 2
    err = capsys.readouterr().err
    lines = [line for line in err.splitlines() if not line.startswith("Try `")]
    assert len(lines) == 1, err
    assert lines[0].startswith("error: ")
    assert words in lines[0]


def test_mistake_in_the_file_names_the_file(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text('[tool.jaxopt-lint]\nignore = ["JOX9"]\n')
    assert main([]) == 2
    assert "error: pyproject.toml: `ignore`: unknown rule selector" in capsys.readouterr().err


def test_crash_is_exit_2_and_no_traceback(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(*args: object, **more: object) -> None:
        raise RuntimeError("boom\nand more")

    monkeypatch.setattr("jaxopt_lint.running.engine.lint_paths", explode)
    assert main([]) == 2
    err = capsys.readouterr().err
    assert "itself failed: RuntimeError: boom and more" in err
    assert "Traceback" not in err


def test_interrupt_is_130(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("jaxopt_lint.running.engine.lint_paths", interrupt)
    assert main([]) == 130


def test_rule_that_crashes_is_named_and_the_others_run(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxopt_lint import registry

    rule = registry.find_rule("JOL701")

    class Broken(rule):  # type: ignore[valid-type, misc]
        code = "JOL999"

        def visit_Attribute(self, node: object) -> None:
            raise ZeroDivisionError("oh")

    known = {**registry.rules(), "broken": Broken}
    monkeypatch.setattr(registry, "rules", lambda: known)
    assert main(["--output-format", "json"]) == 2
    out, err = capsys.readouterr()
    assert "JOL701" in {finding["code"] for finding in json.loads(out)}
    assert "error: old.py: rule broken (JOL999) failed: ZeroDivisionError: oh" in err
    assert "Traceback" not in err
    main(["-v"])
    assert "Traceback" in capsys.readouterr().err


def test_a_finding_that_cannot_be_shown_does_not_hide_the_others(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxopt_lint.report import text

    frame = text.frame

    def broken(lines: list[str], start: object, *more: object, **options: object) -> list[str]:
        if "broken" in lines[-1]:
            raise IndexError("oh")
        return frame(lines, start, *more, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(text, "frame", broken)
    # Of another name, which is not told together with that of the other file.
    (project / "bad.py").write_text(OLD.replace("tree_map", "tree_leaves") + "# broken")
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert "bad.py:5:12: JOL701 [*] `jax.tree_leaves`" in out
    assert "old.py:5:12: error: `jax.tree_map`" in out
    assert "error: bad.py:5: JOL701 was not shown: IndexError: oh" in err
    assert "Found 2 findings in 2 files" in err and "Traceback" not in err


def test_broken_pipe_is_quiet(tmp_path: Path) -> None:
    for i in range(100):
        (tmp_path / f"m{i}.py").write_text(OLD * 2)
    root = Path(__file__).parents[1]
    code = (
        f"import sys; sys.path.insert(0, {str(root)!r}); "
        "from jaxopt_lint.cli.main import main; sys.exit(main(['.']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 0
    assert b"Traceback" not in err
    assert b"BrokenPipe" not in err


def test_full_disk_is_one_line(project: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    root = str(Path(__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {root!r}); "
    code += "from jaxopt_lint.cli.main import main; sys.exit(main(['-q']))"
    with full.open("w") as stream:
        done = subprocess.run(
            [sys.executable, "-c", code], stdout=stream, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode().startswith("error: ")
    assert done.stderr.count(b"\n") == 1


# -- settings -----------------------------------------------------------------------------


def test_selection(project: Path) -> None:
    assert main(["--ignore", "JOL7"]) == 0
    assert main(["--ignore", "JOL7", "--select", "deprecated-tree-api"]) == 1
    assert main(["--select", "JOL70,JOL701", "--isolated"]) == 1
    assert main(["--config", "ignore=['JOL701']"]) == 0
    (project / "pyproject.toml").write_text(
        '[tool.jaxopt-lint.per-file-ignores]\n"old*" = ["JOL701"]\n'
    )
    assert main([]) == 0


def test_suppressions_and_ignore_noqa(project: Path) -> None:
    (project / "old.py").write_text(OLD.replace("map(g, x)", "map(g, x)  # noqa: JOL701"))
    assert main([]) == 0
    assert main(["--ignore-noqa"]) == 1


def test_configuration_is_that_of_the_files(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (project / "pyproject.toml").write_text('[tool.jaxopt-lint]\nignore = ["JOL701"]\n')
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert main([str(project / "old.py")]) == 0
    assert main([str(project / "old.py"), "--isolated"]) == 1


def test_closest_configuration_holds_for_each_file(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in {
        "a": '[tool.jaxopt-lint]\nignore = ["JOL701"]\n',
        "b": '[tool.jaxopt-lint]\nextend-exclude = ["gen"]\n',
        "c": "[tool.other]\n",
    }.items():
        (project / name / "gen").mkdir(parents=True)
        (project / name / "pyproject.toml").write_text(text)
        (project / name / "old.py").write_text(OLD)
        (project / name / "gen" / "old.py").write_text(OLD)
    assert main(["--output-format", "concise"]) == 1
    found = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    # What stands in several files is told once for those that share settings.
    assert found == ["b/old.py", "c/gen/old.py"]
    assert main(["--output-format", "concise", "--severity", "info"]) == 1
    found = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert found == ["b/old.py", "c/gen/old.py", "c/old.py", "old.py"]
    assert main(["--output-format", "concise", "--isolated"]) == 1
    assert "JOL701 [*] `jax.tree_map`" in (out := capsys.readouterr().out)
    assert "(and 6 in other files)" in out
    assert main(["--fix", "-q"]) == 0
    assert (project / "a" / "old.py").read_text() == OLD
    assert "jax.tree_map" not in (project / "b" / "old.py").read_text()
    (project / "a" / "pyproject.toml").write_text("[tool.jaxopt-lint]\nselct = []\n")
    assert main([]) == 2
    assert "a/pyproject.toml: unknown key" in capsys.readouterr().err


def test_show_settings_says_where_from(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text(
        '[project]\ndependencies = ["jax>=0.4.30"]\n[tool.jaxopt-lint]\npreview = true\n'
    )
    assert main(["--show-settings", "--select", "JOL7"]) == 0
    out = capsys.readouterr().out
    assert 'select = ["JOL7"]  # command line' in out
    assert "preview = true  # pyproject.toml" in out
    assert 'min-jax = "0.4.30"  # pyproject.toml: project.dependencies' in out
    assert "# default" in out


def test_show_files(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--show-files", "--exclude", "cle*"]) == 0
    assert capsys.readouterr().out == f"{project / 'old.py'}\n"


def test_exclude_and_force_exclude(project: Path) -> None:
    assert main(["--exclude", "old.py"]) == 0
    assert main(["--exclude", "old.py", "old.py"]) == 1
    assert main(["--exclude", "old.py", "old.py", "--force-exclude"]) == 0


def test_severity_goes_down_by_path(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soon = "import jax\n\njax.device_put_replicated(1, [])\n"  # a warning with this target

    def severities(*more: str) -> dict[str, tuple[str, object]]:
        main(["--output-format", "json", "--target-jax", "0.9.0", *more])
        found = json.loads(capsys.readouterr().out)
        alone = {f["filename"]: (f["severity"], f["lowered"]) for f in found}
        return {
            name: (low["severity"], None) if low and low["pattern"] == "@repeated" else (own, low)
            for name, (own, low) in alone.items()
        }

    (project / "old.py").unlink()
    for name in ("a.py", "tests/a.py", "pkg/vendor/tests/a.py", "pkg/test_a.py", "pkg/b.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(soon)
    for name, gone in {"tests": "map", "vendor": "leaves", "examples": "flatten"}.items():
        (project / name).mkdir(parents=True, exist_ok=True)
        (project / name / "error.py").write_text(OLD.replace("tree_map", f"tree_{gone}"))
    plain = severities("--config", "severity-by-path={}")
    assert {name: severity for name, (severity, _) in plain.items()} == {
        "a.py": "warning", "pkg/b.py": "warning", "pkg/test_a.py": "warning",
        "pkg/vendor/tests/a.py": "warning", "tests/a.py": "warning",
        "tests/error.py": "error", "vendor/error.py": "error", "examples/error.py": "error",
    }  # fmt: skip
    assert all(lowered is None for _, lowered in plain.values())
    assert severities() == {
        "a.py": ("warning", None),
        "pkg/b.py": ("warning", None),
        "pkg/test_a.py": ("info", {"severity": "warning", "pattern": "test_*.py"}),
        "pkg/vendor/tests/a.py": ("info", {"severity": "warning", "pattern": "vendor/"}),
        "tests/a.py": ("info", {"severity": "warning", "pattern": "tests/"}),
        "tests/error.py": ("info", {"severity": "error", "pattern": "tests/"}),
        "examples/error.py": ("error", None),
        "vendor/error.py": ("info", {"severity": "error", "pattern": "vendor/"}),
    }
    (project / "pyproject.toml").write_text(
        "[tool.jaxopt-lint.extend-severity-by-path]\n"
        '"/tests/" = "keep"\n"/pkg/b.py" = "info"\n"error.py" = "warning"\n'
    )
    changed = severities()
    assert changed["tests/a.py"] == ("warning", None)
    assert changed["pkg/b.py"] == ("info", {"severity": "warning", "pattern": "/pkg/b.py"})
    assert changed["vendor/error.py"] == ("warning", {"severity": "error", "pattern": "error.py"})
    assert changed["pkg/test_a.py"][0] == "info"
    assert main(["-v", "pkg/test_a.py", "--target-jax", "0.9.0", "--severity", "info"]) == 1
    shown = "= severity: warning elsewhere; lowered by `severity-by-path` for `test_*.py`"
    assert shown in capsys.readouterr().out
    (project / "pyproject.toml").write_text(
        '[tool.jaxopt-lint.severity-by-path]\n"pkg/" = "info"\n'
    )
    changed = severities()
    assert changed["tests/a.py"] == ("warning", None)
    assert changed["pkg/b.py"][0] == "info"


def test_measuring_matters_in_benchmarks(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    timed = (
        "import time\n\nimport jax\n\n\n@jax.jit\ndef square(x):\n    return x @ x\n\n\n"
        "def measure(x):\n    x = square(x)\n    jax.block_until_ready(x)\n"
        "    start = time.time()\n    square(x)\n"
        "    print(time.time() - start)\n"
    )

    def severities() -> dict[str, str]:
        main(["--output-format", "json", "--select", "JOL407", "--severity", "info"])
        return {f["filename"]: f["severity"] for f in json.loads(capsys.readouterr().out)}

    (project / "old.py").unlink()
    for name in ("benchmarks/a.py", "bench_a.py", "examples/a.py", "tests/a.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(timed)
    assert severities() == {
        "benchmarks/a.py": "warning",
        "bench_a.py": "warning",
        "examples/a.py": "info",
        "tests/a.py": "info",
    }
    # Who says himself what benchmarks matter is obeyed.
    (project / "pyproject.toml").write_text(
        '[tool.jaxopt-lint.extend-severity-by-path]\n"benchmarks/" = "info"\n'
    )
    assert severities()["benchmarks/a.py"] == "info"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ('{"tests/" = "lwer"}', "not 'lwer'; did you mean `lower`?"),
        ('{"tests/" = 1}', "one of keep, lower, less, warning, info, not 1"),
        ('["tests/"]', "a table from glob to one of keep, lower, less, warning, info"),
    ],
)
def test_severity_by_path_is_checked(
    project: Path, capsys: pytest.CaptureFixture[str], setting: str, words: str
) -> None:
    assert main(["--config", f"severity-by-path={setting}"]) == 2
    assert words in capsys.readouterr().err


def test_info_is_counted_and_shown_on_request(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    removed = "import jax\n\n\ndef f(x):\n    return jax.tree_map(abs, x)\n"
    (project / "vendor").mkdir()
    (project / "vendor" / "a.py").write_text(removed)  # an error that `severity-by-path` lowers

    assert main(["vendor"]) == 0
    printed = capsys.readouterr()
    assert "tree_map" not in printed.out
    assert "Found 1 finding in 1 file: 1 info." in printed.err
    assert "1 not shown: `--severity info` shows all." in printed.err
    assert "[*] 1 fixable with `--fix`" in printed.err

    for more in (["--severity", "info"], ["--config", "severity='info'"]):
        assert main(["vendor", *more]) == 1
        printed = capsys.readouterr()
        assert "vendor/a.py:5:12: info: " in printed.out
        assert "not shown" not in printed.err

    # What an editor reads holds all of it.
    assert main(["vendor", "--output-format", "json"]) == 0
    printed = capsys.readouterr()
    assert [f["severity"] for f in json.loads(printed.out)] == ["info"]
    assert "1 of 1 finding below `severity = warning`: text leaves them out" in printed.err

    (project / "a.py").write_text(removed)
    assert main(["a.py", "--severity", "error"]) == 1
    assert main(["a.py", "--severity", "none"]) == 2
    assert "one of error, warning, info" in capsys.readouterr().err


def test_settings_can_be_pasted_into_a_file(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--show-settings"]) == 0
    shown = capsys.readouterr().out
    assert '"tests/" = "info", "test/" = "info", ' in shown
    (project / "jaxopt-lint.toml").write_text(shown)
    assert main(["--show-settings"]) == 0
    again = capsys.readouterr().out
    assert "severity-by-path = " in again and again.count("# default") == 0


# -- formats ------------------------------------------------------------------------------


def test_json(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--output-format", "json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["code"] == "JOL701"
    assert finding["fix"]["applicability"] == "safe"
    assert finding["promise"] == "same"
    assert len(finding["fingerprint"]) == 32


def test_format_from_the_environment(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAXOPT_LINT_OUTPUT_FORMAT", "json")
    main([])
    assert json.loads(capsys.readouterr().out)


def test_text_tells_once_what_repeats(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "old.py").write_text(OLD + "\n\nh = jax.tree_leaves(1)\nk = jax.tree_leaves(2)\n")
    assert main([]) == 1
    out, err = capsys.readouterr()
    assert "= and 2 more in this file: lines 8 (`jax.tree_leaves`), 9 (`jax.tree_leaves`)\n" in out
    assert "2 shown by their line only" in err
    assert main(["-v"]) == 1
    out, err = capsys.readouterr()
    assert out.count("[JOL701 deprecated-tree-api]") == 3
    assert "by their line only" not in err


def test_grouped(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--output-format", "grouped"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("old.py:\n  5:12  error  JOL701 [*] `jax.tree_map` was removed")
    assert "Found 1 finding in 1 file: 1 error." in err


def test_github(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--output-format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error title=jaxopt-lint (JOL701),file=old.py")


def test_output_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-o", "out.txt", "--output-format", "concise", "--color", "always"]) == 1
    assert capsys.readouterr().out == ""
    assert (project / "out.txt").read_text().startswith("old.py:5:12: JOL701 [*]")


def test_statistics(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--statistics"]) == 1
    assert capsys.readouterr().out == "1  JOL701  [*] deprecated-tree-api\n"


def test_colour(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["--color", "always"])
    assert "\x1b[" in capsys.readouterr().out
    main([])
    assert "\x1b[" not in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    main([])
    assert "\x1b[" in capsys.readouterr().out


# -- standard input -----------------------------------------------------------------------


def feed(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(raw)))


def test_stdin(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, OLD.encode())
    assert main(["-", "--output-format", "concise"]) == 1
    assert capsys.readouterr().out.startswith("<stdin>:5:12: JOL701")
    feed(monkeypatch, OLD.encode())
    assert main(["-", "--stdin-filename", "pkg/x.py", "--output-format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["filename"] == "pkg/x.py"


def test_stdin_respects_per_file_ignores(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.jaxopt-lint.per-file-ignores]\n"tests/*" = ["ALL"]\n'
    )
    feed(monkeypatch, OLD.encode())
    assert main(["-", "--stdin-filename", "tests/x.py"]) == 0


def test_stdin_fixed_text_goes_to_stdout_byte_for_byte(project: Path) -> None:
    raw = b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode()
    done = run("-", "--fix", cwd=project, stdin=raw)
    assert done.code == 0
    assert done.out.encode() == raw.replace(b"tree_map", b"tree_util.tree_map")


def test_stdin_that_cannot_be_fixed_comes_back_as_it_is(project: Path) -> None:
    done = run("-", "--fix", cwd=project, stdin=b"import jax\nx = (\n")
    assert (done.code, done.out) == (1, "import jax\nx = (\n")
    assert "JOL000" in done.err


def test_stdin_that_cannot_be_decoded(project: Path) -> None:
    done = run("-", cwd=project, stdin=b"x = '\xff'\n")
    assert done.code == 1
    assert "<stdin>:1:1: error: not valid utf-8: byte 0xff" in done.out


def test_stdin_that_cannot_be_decoded_comes_back_with_fix(project: Path) -> None:
    root = str(Path(__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {root!r}); "
    code += "from jaxopt_lint.cli.main import main; sys.exit(main(['-', '--fix']))"
    raw = b"x = '\xff'\n"
    done = subprocess.run([sys.executable, "-c", code], input=raw, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, raw)


def test_stdin_under_an_excluded_name(project: Path) -> None:
    name = ["--stdin-filename", "build/x.py"]
    assert run("-", *name, cwd=project, stdin=OLD.encode()).code == 1
    forced = run("-", *name, "--force-exclude", "--fix", cwd=project, stdin=OLD.encode())
    assert (forced.code, forced.out) == (0, OLD)
