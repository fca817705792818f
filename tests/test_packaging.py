"""What is shipped, and what importing it costs."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

from jaxopt_lint import links

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
        ".".join(p.parent.relative_to(ROOT).parts) for p in (ROOT / "jaxopt_lint").rglob("*.py")
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


def archives(tmp_path: Path) -> tuple[tarfile.TarFile, zipfile.ZipFile]:
    """The sdist of the working tree, and the wheel that is built from that sdist alone."""
    copy = tmp_path / "source"
    shutil.copytree(
        ROOT, copy,
        ignore=shutil.ignore_patterns(".git", ".venv*", "build", "dist", "*.egg-info",
                                      "__pycache__", ".*cache*"),
    )  # fmt: skip
    built = run("-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(copy), cwd=tmp_path)
    assert built.returncode == 0, built.stdout + built.stderr
    (source,) = tmp_path.glob("*.tar.gz")
    (wheel,) = tmp_path.glob("*.whl")
    return tarfile.open(source), zipfile.ZipFile(wheel)


def test_archives(tmp_path: Path) -> None:
    source, wheel = archives(tmp_path)
    names = wheel.namelist()
    assert "jaxopt_lint/rules/deprecated_tree_api.py" in names
    assert "jaxopt_lint/codemods/tree.py" in names
    assert {n.split("/")[0] for n in names if ".dist-info/" not in n} == {"jaxopt_lint"}

    members = {m.name.partition("/")[2]: m for m in source.getmembers() if m.isfile()}
    for command in ("scripts/demo", "scripts/test", "scripts/docs", ".ci/run"):
        assert members[command].mode & 0o100, f"{command} cannot be run from the sdist"
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode == 0:  # not in an unpacked sdist
        assert set(tracked.stdout.splitlines()) - set(members) == set()


def test_metadata_says_where_the_project_lives() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {"Homepage", "Documentation", "Changelog", "Issues", "Source"} <= set(project["urls"])
    for url in project["urls"].values():
        assert url.startswith(links.PROJECT)
    named = re.compile(r"(?:repo:|uses:) *(?:https://github\.com/)?([\w.-]+/jaxopt-lint)\b")
    found = []
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        found += named.findall(path.read_text(encoding="utf-8"))
    assert found
    assert {f"https://github.com/{name}" for name in found} == {links.PROJECT}


def test_links_of_the_readme_work_on_a_package_index() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert targets
    for target in targets:
        assert target.startswith(("https://", "#")), f"{target}: only works in a checkout"
        if target.startswith(links.FILES):
            assert (ROOT / target.removeprefix(links.FILES)).exists(), target


def test_the_quickstart_works_as_pasted(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    def block(name: str) -> str:
        made = text.partition(f"<!-- {name}: begin -->")[2].partition(f"<!-- {name}: end -->")[0]
        return made.strip().partition("\n")[2].removesuffix("```").strip()

    shell = f"jaxopt-lint() {{ '{sys.executable}' -P -m jaxopt_lint \"$@\"; }}\n{block('program')}"
    done = subprocess.run(
        ["bash", "-c", shell], cwd=tmp_path, capture_output=True, text=True, timeout=120,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    said = (done.stdout + done.stderr).replace("\n\nFound", "\nFound").strip()
    assert said == block("finding")
