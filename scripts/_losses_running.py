"""Environments with several releases of JAX, and programs that run in them under `observe`."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from _corpus_store import ROOT, CorpusError, cache_dir
from _losses_judging import Report

_PROGRAM = re.compile(r"p\d+\.py")
NEWEST = "newest"  # on the newest Python that is at hand
VERSIONS = ("0.4.35", "0.6.2", "0.8.1", "0.10.2", NEWEST)  # others on the Python of this script
_BESIDE = ("optax", "flax")  # what the programs import besides


class NoReport(Exception):
    """A program gave no report; the text says why."""


def environment(version: str) -> Path:
    """The Python of the environment with one JAX; it is made if it is not there.

    Raises:
        CorpusError: it cannot be made.
    """
    folder = cache_dir() / "losses" / f"jax-{version}"
    python = folder / "bin" / "python"
    made = folder / "made"  # an environment that was interrupted does not have it
    if made.exists():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    jax = ["jax"] if version == NEWEST else [f"jax=={version}", f"jaxlib=={version}"]
    print(f"making an environment with JAX {version}", file=sys.stderr, flush=True)
    for command in (
        [_base(version), "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", *jax, *_BESIDE],
        [str(python), "-c", "import jax, optax, flax.linen"],
    ):
        if subprocess.run(command, check=False).returncode:
            raise CorpusError(f"no environment with JAX {version}: {' '.join(command)}")
    made.touch()
    return python


def _base(version: str) -> str:
    if version != NEWEST:
        return sys.executable
    found = subprocess.run(
        [str(ROOT / "scripts" / "newer-python"), sys.executable],
        capture_output=True, text=True, check=False,
    ).stdout.strip()  # fmt: skip
    if not found:
        raise CorpusError("no newer Python is here for the newest JAX (see scripts/newer-python)")
    return found


def jax_of(python: Path) -> str:
    """The version of JAX that an interpreter has.

    Raises:
        CorpusError: it has none, or is none.
    """
    command = [str(python), "-c", "from importlib.metadata import version; print(version('jax'))"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CorpusError(f"{python}: {error.strerror}") from None
    if done.returncode:
        raise CorpusError(f"{python}: no JAX is installed there")
    return done.stdout.strip()


def observe(program: Path, python: Path, timeout: float) -> Report:
    """Run a copy of a program in a folder of its own, and read what is reported of it.

    Raises:
        NoReport: it failed or took too long.
    """
    with tempfile.TemporaryDirectory(prefix="jaxopt-lint-losses-") as name:
        folder = Path(name)
        shutil.copy(program, folder)
        for part in program.parent.glob(f"{program.stem}_*/"):  # modules of its own
            shutil.copytree(part, Path(folder, part.name))
        for part in program.parent.glob("*.py"):  # and those of several programs
            if not _PROGRAM.fullmatch(part.name):
                shutil.copy(part, folder)
        command = [
            sys.executable, "-m", "jaxopt_lint", "observe", "--isolated",
            "--output-format", "json", "-o", "report.json", "--", str(python), program.name,
        ]  # fmt: skip
        process = subprocess.Popen(
            command, cwd=folder, env=os.environ | {"JAX_PLATFORMS": "cpu"}, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        try:
            _, told = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise NoReport(f"stopped after {timeout:.0f} s") from None
        finally:
            if process.poll() is None:  # interrupted, too: the program with all that it started
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        if process.returncode:
            last = next((line for line in reversed(told.splitlines()) if line.strip()), "")
            raise NoReport(f"exit code {process.returncode}: {last.strip()[:120]}")
        try:
            report: Report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise NoReport(f"what was reported cannot be read: {error}") from None
        return report
