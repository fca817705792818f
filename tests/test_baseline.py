"""The baseline hides the findings of old code, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jaxopt_lint import __version__
from jaxopt_lint.cli.main import main
from jaxopt_lint.silencing.baseline import NAME

OLD = "import jax\n\n\ndef f(g, x):\n    return jax.tree_map(g, x)\n"
TWICE = "import jax\n\nx = jax.tree_map(f, y)\nx = jax.tree_map(f, y)\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / "old.py").write_text(OLD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rows(capsys: pytest.CaptureFixture[str], *args: str) -> list[tuple[str, int]]:
    capsys.readouterr()
    main([*args, "--output-format", "json"])
    return [(f["filename"], f["location"]["row"]) for f in json.loads(capsys.readouterr().out)]


def table(project: Path) -> dict:
    return json.loads((project / NAME).read_text())


def test_old_findings_are_hidden_and_counted(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["baseline", "create"]) == 0
    assert "1 finding" in capsys.readouterr().err
    assert main([]) == 0
    assert capsys.readouterr().err == "No findings.\n1 in the baseline.\n"
    (project / "new.py").write_text(OLD)
    assert rows(capsys) == [("new.py", 5)]
    assert rows(capsys, "--no-baseline") == [("new.py", 5), ("old.py", 5)]
    assert main([]) == 1
    assert "1 in the baseline." in capsys.readouterr().err


def test_file_is_sorted_and_says_what_it_holds(project: Path) -> None:
    (project / "b.py").write_text(TWICE)
    (project / "a.py").write_text(OLD + "y = jax.jit(lambda x: jax.tree_leaves(x))\n")
    main(["baseline", "create"])
    held = table(project)
    assert held["jaxopt-lint"] == __version__
    entries = held["findings"]
    assert [e["path"] for e in entries] == sorted(e["path"] for e in entries)
    assert [e["count"] for e in entries if e["path"] == "b.py"] == [2]
    for entry in entries:
        assert entry["count"] == len(entry["fingerprints"])
        assert entry["fingerprints"] == sorted(entry["fingerprints"])
        assert entry["rule"] == "deprecated-tree-api"
    first = (project / NAME).read_text()
    assert main(["baseline", "create", "--force"]) == 0
    assert (project / NAME).read_text() == first


def test_lines_may_move(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["baseline", "create"])
    (project / "old.py").write_text(OLD.replace("import jax\n", "import jax\n\n# more\n\n"))
    assert rows(capsys) == []


def test_one_more_of_the_same_is_new(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "old.py").write_text(TWICE)
    main(["baseline", "create"])
    (project / "old.py").write_text(TWICE + "x = jax.tree_map(f, y)\n")
    assert rows(capsys) == [("old.py", 5)]


def test_silencing_one_does_not_uncover_another(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "old.py").write_text(TWICE)
    main(["baseline", "create"])
    (project / "old.py").write_text(TWICE.replace("y)\nx", "y)  # noqa: JOL701\nx"))
    assert rows(capsys, "--ignore", "JOL002") == []


def test_create_does_not_overwrite_unasked(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["baseline", "create"])
    assert main(["baseline", "create"]) == 2
    assert "is there already" in capsys.readouterr().err


def test_update_drops_and_never_adds(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "gone.py").write_text(OLD)
    main(["baseline", "create"])
    assert main(["baseline", "show"]) == 0
    (project / "gone.py").unlink()
    (project / "new.py").write_text(OLD)
    capsys.readouterr()
    assert main(["baseline", "show"]) == 1
    out, err = capsys.readouterr()
    assert "gone.py: 1 x JOL701 (deprecated-tree-api), 1 out of date" in out
    assert "old.py: 1 x JOL701 (deprecated-tree-api)\n" in out
    assert "1 out of date" in err
    assert main(["baseline", "update"]) == 0
    assert [e["path"] for e in table(project)["findings"]] == ["old.py"]
    assert rows(capsys) == [("new.py", 5)]


def test_show_as_json(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["baseline", "create"])
    (project / "old.py").write_text("import jax\n")
    capsys.readouterr()
    assert main(["baseline", "show", "--output-format", "json"]) == 1
    (entry,) = json.loads(capsys.readouterr().out)
    assert entry["path"] == "old.py" and entry["count"] == len(entry["stale"]) == 1


def test_update_keeps_what_the_run_did_not_look_at(project: Path) -> None:
    (project / "other.py").write_text(OLD)
    main(["baseline", "create"])
    first = table(project)
    (project / "old.py").write_text("import jax\n")
    (project / "other.py").write_text("import jax\n")
    assert main(["baseline", "update", "other.py"]) == 0
    assert [e["path"] for e in table(project)["findings"]] == ["old.py"]
    (project / NAME).write_text(json.dumps(first))
    assert main(["baseline", "update", "--ignore", "JOL701"]) == 0
    assert table(project) == first


def test_fix_leaves_it_alone(project: Path) -> None:
    main(["baseline", "create"])
    (project / "old.py").write_text(OLD + "y = jax.tree_leaves(f)\n")
    assert main(["--fix", "-q"]) == 0
    assert (project / "old.py").read_text() == OLD + "y = jax.tree_util.tree_leaves(f)\n"
    assert main(["--fix", "--no-baseline", "-q"]) == 0
    assert "jax.tree_map" not in (project / "old.py").read_text()


def test_baseline_above_the_root(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = project / "pkg"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (inner / "old.py").write_text(OLD)
    main(["baseline", "create"])
    assert rows(capsys) == []
    assert rows(capsys, "pkg") == []  # the paths of its findings start from pkg
    assert rows(capsys, "pkg", "--no-baseline") == [("old.py", 5)]


def test_named_file_and_setting(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "ci").mkdir()
    assert main(["baseline", "create", "--baseline", "ci/known.json"]) == 0
    assert not (project / NAME).exists()
    assert rows(capsys) == [("old.py", 5)]
    assert rows(capsys, "--baseline", "ci/known.json") == []
    (project / "pyproject.toml").write_text('[tool.jaxopt-lint]\nbaseline = "ci/known.json"\n')
    assert rows(capsys) == []
    (project / "ci" / "known.json").unlink()
    assert main([]) == 2
    assert "no such baseline" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is no JSON"),
        ("\xff\xfe", "no baseline of jaxopt-lint"),
        ("[]", "no baseline of jaxopt-lint"),
        ("{}", "no baseline of jaxopt-lint"),
        ('{"format": 1, "findings": []}', "no baseline of jaxopt-lint"),
        ('{"format": 1, "jaxopt-lint": "0.1", "findings": [{}]}', "no baseline of jaxopt-lint"),
        (
            '{"format": 1, "jaxopt-lint": "0.1", "findings": '
            '[{"path": 1, "rule": "a", "code": "b", "fingerprints": []}]}',
            "no baseline of jaxopt-lint",
        ),
        ('{"format": 2, "jaxopt-lint": "9.9", "findings": []}', "written by jaxopt-lint 9.9"),
        ("[" * 100_000, "no baseline of jaxopt-lint"),
    ],
)
@pytest.mark.parametrize("command", [[], ["baseline", "show"], ["baseline", "update"]])
def test_file_that_is_none_of_ours(
    project: Path, capsys: pytest.CaptureFixture[str], text: str, words: str, command: list[str]
) -> None:
    (project / NAME).write_text(text, encoding="latin-1")
    assert main(command) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ") and words in line


@pytest.mark.parametrize("verb", ["update", "show"])
def test_no_baseline(project: Path, capsys: pytest.CaptureFixture[str], verb: str) -> None:
    assert main(["baseline", verb]) == 2
    assert "`jaxopt-lint baseline create` writes one" in capsys.readouterr().err


def test_it_is_marked_in_sarif(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["baseline", "create"])
    assert main(["--output-format", "sarif"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    (result,) = run["results"]
    assert result["suppressions"][0]["kind"] == "external"


def test_crash_writes_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxopt_lint import registry

    def explode(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(registry.find_rule("JOL701"), "matches", explode)
    assert main(["baseline", "create", "-n"]) == 2
    assert not (project / NAME).exists()


def test_place_that_cannot_be_written(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["baseline", "create", "--baseline", "no/such/known.json"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be written" in line
