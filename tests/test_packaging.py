"""What is shipped, and what importing it costs."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args], cwd=cwd or ROOT, capture_output=True, text=True, timeout=120
    )


def imported(result: subprocess.CompletedProcess[str]) -> set[str]:
    return {
        line.rpartition("|")[2].strip().split(".")[0]
        for line in result.stderr.splitlines()
        if line.startswith("import time:")
    }


def test_every_package_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = set(project["tool"]["setuptools"]["packages"])
    folders = {
        ".".join(p.parent.relative_to(ROOT).parts)
        for p in (ROOT / "jaxopt_lint").rglob("__init__.py")
    } | {"jaxopt_lint.rules", "jaxopt_lint.codemods"}
    assert listed == folders


def test_version_imports_nothing_heavy() -> None:
    result = run("-X", "importtime", "-m", "jaxopt_lint", "--version")
    assert result.returncode == 0, result.stderr
    assert not imported(result) & {"jax", "numpy", "libcst", "rich", "msgspec", "pathspec"}


def test_linting_imports_neither_jax_nor_numpy(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("import jax\n\n\ndef f(x):\n    return jax.tree_map(abs, x)\n")
    result = run("-X", "importtime", "-m", "jaxopt_lint", str(file))
    assert result.returncode == 1, result.stdout + result.stderr[-500:]
    assert "JOL701" in result.stdout
    assert not imported(result) & {"jax", "jaxlib", "numpy", "optax"}


def test_runs_beside_a_project_that_has_its_own_rules(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("raise RuntimeError('the wrong rules')\n")
    (tmp_path / "codemods.py").write_text("raise RuntimeError('the wrong codemods')\n")
    (tmp_path / "a.py").write_text("import jax\n\nprint(jax.tree_map(abs, [1]))\n")
    result = subprocess.run(
        [sys.executable, "-m", "jaxopt_lint", "a.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert result.returncode == 1, result.stderr
    assert "JOL701" in result.stdout


def test_wheel_holds_rules_inside_the_package(tmp_path: Path) -> None:
    import shutil
    import zipfile

    copy = tmp_path / "source"
    shutil.copytree(
        ROOT, copy,
        ignore=shutil.ignore_patterns(".git", ".venv*", "build", "dist", "*.egg-info", "tests",
                                      "__pycache__", ".*cache*", "benchmarks"),
    )  # fmt: skip
    built = run(
        "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(copy),
        cwd=tmp_path,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "jaxopt_lint/rules/deprecated_tree_api.py" in names
    assert "jaxopt_lint/codemods/tree.py" in names
    assert {n.split("/")[0] for n in names if ".dist-info/" not in n} == {"jaxopt_lint"}
