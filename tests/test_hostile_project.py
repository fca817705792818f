"""A project that is out to stop, to fool or to misuse a plain `check`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.running import pool

ROOT = Path(__file__).parent.parent
CODE = "import jax\n\n\ndef f(t):\n    return jax.tree_map(abs, t)\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "a.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lint(*args: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, with little memory: what hangs or swells is ended."""
    script = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
        "from jaxopt_lint.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    return subprocess.run(
        [sys.executable, "-P", "-c", script, "check", "--output-format", "concise", *args],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100,
    )  # fmt: skip


def test_devices_pipes_and_circles_of_links(project: Path) -> None:
    os.mkfifo(project / "pipe.py")
    (project / "zero.py").symlink_to("/dev/zero")
    (project / "circle.py").symlink_to("circle.py")
    (project / "folder").mkdir()
    (project / "folder" / "up").symlink_to("..")
    done = lint(".")
    assert done.returncode == 1 and done.stdout.count("JOL") == 1
    done = lint("pipe.py", "zero.py", "circle.py")
    assert done.returncode == 1 and done.stdout.count("JOL000") == 3, done.stdout


@pytest.mark.parametrize(
    "name", [".gitignore", "requirements.txt", "setup.cfg", "jaxopt-lint.toml"]
)
@pytest.mark.parametrize("pipe", [True, False])
def test_what_is_read_beside_the_code_is_no_trap(project: Path, name: str, pipe: bool) -> None:
    if pipe:
        os.mkfifo(project / name)
    else:
        (project / name).symlink_to("/dev/zero")
    done = lint(".")
    assert done.returncode == 1 and "JOL701" in done.stdout, done.stderr


@pytest.mark.parametrize(
    "text",
    [
        'extend = "a\\u0000b"',
        'cache-dir = "a\\u0000b"',
        'src = ["a\\u0000b"]',
        'exclude = ["a\\u0000b"]',
        'extend = "/dev/zero"',
        'extend = "pyproject.toml"',
        "jobs = -1",
        "ignore = " + "[" * 3000 + "]" * 3000,
    ],
    ids=lambda text: text[:24].replace("\\", ""),
)
def test_settings_that_make_no_sense_are_one_line(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.jaxopt-lint]\n{text}\n")
    done = lint(".")
    assert done.returncode == 2
    assert done.stderr.startswith("error: pyproject.toml: ") and done.stderr.count("\n") == 1
    assert "itself failed" not in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "x = " + "(" * 5000 + "1" + ")" * 5000,
        "x = " + "+".join(["jax.tree_map(f, x)"] * 2000),
        "x = " + "-" * 20_000 + "1",
        "x = a" + ".b" * 3000 + "(jax.tree_map(f, x))",
        "\n".join(" " * i + "if x:" for i in range(99)) + "\n" + " " * 99 + "jax.tree_map(f, x)",
    ],
    ids=["parentheses", "sum", "signs", "attributes", "blocks"],
)
def test_code_of_any_depth_is_a_finding(project: Path, line: str) -> None:
    (project / "a.py").write_text(f"import jax\n{line}\n")
    done = lint(".", "-n")
    assert done.returncode == 1 and "JOL" in done.stdout and "failed" not in done.stderr


def test_a_project_does_not_say_how_many_processes_there_are(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.jaxopt-lint]\njobs = 100000\n")
    for i in range(pool.WORTH_IT + 20):
        (project / f"m{i}.py").write_text("import jax\n")
    started = []
    real = pool.ProcessPoolExecutor

    def counted(jobs: int, **more: object) -> object:
        started.append(jobs)
        return real(min(jobs, 2), **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "ProcessPoolExecutor", counted)
        assert main(["check", ".", "-n"]) == 1
    assert len(started) == 1 and started[0] <= 4 * (os.cpu_count() or 1)


def test_no_process_of_ours_imports_what_is_named_like_a_module_of_python(project: Path) -> None:
    start = project.parent / f"{project.name}-bin" / "run.py"
    start.parent.mkdir()
    start.write_text(
        "import sys\nfrom jaxopt_lint.cli.main import main\n"
        "if __name__ == '__main__':\n    sys.exit(main())\n"
    )
    for name in ("struct", "typing", "pickle", "signal"):
        (project / f"{name}.py").write_text(f"open('ran-{name}', 'w').close()\n")
    for i in range(pool.WORTH_IT + 20):
        (project / f"m{i}.py").write_text("import jax\n")
    done = subprocess.run(
        [sys.executable, str(start), "check", "--no-cache", "--jobs", "2", "--quiet", "."],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert not list(project.glob("ran-*"))
