"""The hooks, run by the real pre-commit on real repositories."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
SLOW = "import jax\n\n\ndef f(tree):\n    return jax.tree_map(abs, tree)\n"
FIXED = SLOW.replace("tree_map", "tree_util.tree_map")


def manifest() -> list[dict[str, Any]]:
    return yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


def run(*command: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "PYTEST"))}
    return subprocess.run(
        command, cwd=cwd, env={**clean, **env}, capture_output=True, text=True, timeout=550
    )


def git(directory: Path, *args: str) -> str:
    done = run("git", "-c", "user.name=n", "-c", "user.email=e@x", *args, cwd=directory)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def repository(directory: Path, **files: str) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (directory / name.replace("_py", ".py")).write_text(text)
    git(directory, "init", "-q", "-b", "main")
    git(directory, "add", "-A")
    git(directory, "commit", "-q", "-m", "c")
    return directory


def pre_commit(directory: Path, config: dict[str, Any], hook: str, home: Path) -> Any:
    (directory / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    git(directory, "add", "-A")
    return run(
        sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never", hook,
        cwd=directory, PRE_COMMIT_HOME=str(home),
    )  # fmt: skip


@pytest.fixture
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The manifest's hooks as local ones, which run this checkout without an installation."""
    command = tmp_path / "bin" / "jaxopt-lint"
    command.parent.mkdir()
    call = f"PYTHONPATH='{ROOT}' exec '{sys.executable}' -P -m jaxopt_lint"
    command.write_text(f'#!/bin/sh\n{call} "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    hooks = [{**hook, "language": "system"} for hook in manifest()]
    return {"repos": [{"repo": "local", "hooks": hooks}]}


def test_the_manifest() -> None:
    hooks = {hook["id"]: hook for hook in manifest()}
    assert set(hooks) == {"jaxopt-lint", "jaxopt-lint-fix"}
    for hook in hooks.values():
        assert hook["language"] == "python" and hook["require_serial"] is True
        assert hook["types_or"] == ["python", "pyi", "jupyter"]
        assert "--force-exclude" in hook["entry"]
    assert "--fix" not in hooks["jaxopt-lint"]["entry"]
    validated = run(
        sys.executable, "-m", "pre_commit", "validate-manifest", ".pre-commit-hooks.yaml", cwd=ROOT
    )
    assert validated.returncode == 0, validated.stdout + validated.stderr


def test_findings_fail_the_hook(tmp_path: Path, local: dict[str, Any]) -> None:
    project = repository(tmp_path / "p", a_py=SLOW, b_py=FIXED)
    done = pre_commit(project, local, "jaxopt-lint", tmp_path / "home")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "a.py:5" in done.stdout and "JOL701" in done.stdout and "b.py" not in done.stdout
    assert (project / "a.py").read_text() == SLOW


def test_the_fixing_hook_fails_once(tmp_path: Path, local: dict[str, Any]) -> None:
    project = repository(tmp_path / "p", a_py=SLOW)
    done = pre_commit(project, local, "jaxopt-lint-fix", tmp_path / "home")
    assert done.returncode == 1 and "files were modified by this hook" in done.stdout
    assert (project / "a.py").read_text() == FIXED
    again = pre_commit(project, local, "jaxopt-lint-fix", tmp_path / "home")
    assert again.returncode == 0, again.stdout


def test_what_the_project_excludes_stays_out(tmp_path: Path, local: dict[str, Any]) -> None:
    """pre-commit names every file on the command line; exclusions hold all the same."""
    settings = '[tool.jaxopt-lint]\nextend-exclude = ["a.py"]\n'
    project = repository(tmp_path / "p", a_py=SLOW, **{"pyproject.toml": settings})
    done = pre_commit(project, local, "jaxopt-lint", tmp_path / "home")
    assert done.returncode == 0, done.stdout
    assert "Passed" in done.stdout


def test_nothing_to_look_at_passes(tmp_path: Path, local: dict[str, Any]) -> None:
    project = repository(tmp_path / "p", **{"a.txt": "text\n"})
    done = pre_commit(project, local, "jaxopt-lint", tmp_path / "home")
    assert done.returncode == 0 and "Skipped" in done.stdout, done.stdout


@pytest.mark.network
def test_installed_from_its_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As users have it: pre-commit clones the repository, installs it, and runs the hooks."""
    source = tmp_path / "source"
    shutil.copytree(
        ROOT, source,
        ignore=shutil.ignore_patterns(".git", ".venv*", "build", "dist", "*.egg-info", "tests",
                                      "__pycache__", ".*cache*", "benchmarks"),
    )  # fmt: skip
    rev = git(repository(source), "rev-parse", "HEAD")
    hooks = [{"id": hook["id"]} for hook in manifest()]
    config = {"repos": [{"repo": str(source), "rev": rev, "hooks": hooks}]}
    project = repository(tmp_path / "p", a_py=SLOW)
    monkeypatch.setenv("PIP_NO_COMPILE", "no")  # pip's way to say so: do not compile
    found = pre_commit(project, config, "jaxopt-lint", tmp_path / "home")
    assert found.returncode == 1, found.stdout + found.stderr
    assert "JOL701" in found.stdout, found.stdout + found.stderr
    fixed = pre_commit(project, config, "jaxopt-lint-fix", tmp_path / "home")
    assert (project / "a.py").read_text() == FIXED, fixed.stdout + fixed.stderr
    clean = pre_commit(project, config, "jaxopt-lint", tmp_path / "home")
    assert clean.returncode == 0, clean.stdout + clean.stderr


@pytest.mark.parametrize(
    ("what", "file"),
    [("config", ".pre-commit-config.yaml"), ("manifest", ".pre-commit-hooks.yaml")],
)
def test_own_files_are_valid(what: str, file: str) -> None:
    made = run(sys.executable, "-m", "pre_commit", f"validate-{what}", file, cwd=ROOT)
    assert made.returncode == 0, made.stdout + made.stderr


def test_own_hooks_run_what_continuous_integration_runs() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    entries = " ".join(hook["entry"] for repo in config["repos"] for hook in repo["hooks"])
    steps = (ROOT / ".ci" / "run").read_text()
    for tool in ("ruff check", "ruff format", "mypy", "scripts/docs --check"):
        assert tool in entries
        assert tool in steps
