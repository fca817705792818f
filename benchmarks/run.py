"""How fast the linter is, next to its peers: one run, side by side, interleaved.

    python benchmarks/run.py [--repeat N] [--json FILE] [--markdown FILE]

Reads the corpus that `scripts/corpus fetch` downloads. See benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from _measure import (
    PROJECTS,
    Contender,
    corpus_dir,
    count_lines,
    interleaved,
    machine,
    python_files,
    version,
)

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
OURS = (PYTHON, "-P", "-m", "jaxopt_lint")
RUFF = (PYTHON, "-P", "-m", "ruff")
FIXIT = (PYTHON, "-P", "-m", "fixit")
PARSE = """
import sys
for path in open(sys.argv[1]).read().split("\\n"):
    data = open(path, "rb").read()
    try:
        parse(data)
    except {error}:
        pass
"""
AST = "import warnings; warnings.simplefilter('ignore')\nfrom ast import parse" + PARSE.format(
    error="(SyntaxError, ValueError)"
)
CST = "from libcst import parse_module as parse" + PARSE.format(error="Exception")


def emptied(folder: Path) -> Callable[[], None]:
    """A step that empties a cache folder."""

    def step() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    return step


def caches() -> bool:
    """Whether this version of the linter can keep results between runs."""
    command = [*OURS, "check", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "--cache-dir" in done.stdout


def startup(has: dict[str, str | None]) -> list[Contender]:
    """What each tool needs to say its version."""
    rows = [
        ("python -c pass", (PYTHON, "-c", "pass"), "python"),
        ("jaxopt-lint --version", (*OURS, "--version"), "jaxopt-lint"),
        ("ruff --version", (*RUFF, "--version"), "ruff"),
        ("fixit --version", (*FIXIT, "--version"), "fixit"),
    ]
    return [
        Contender(name, command, "start-up", absent="" if has[tool] else "not installed")
        for name, command, tool in rows
    ]


def lint(
    scope: str, folders: Sequence[Path], work: Path, has: dict[str, str | None], slow: bool
) -> list[Contender]:
    """The linters and the bare parsers over the same files."""
    paths = [str(folder) for folder in folders]
    files = python_files(folders)
    lines = count_lines(files)
    listing = work / f"{scope}.txt"
    listing.write_text("\n".join(map(str, files)))
    ours, ruff = work / f"{scope}-ours", work / f"{scope}-ruff"
    quiet = ("--output-format", "concise")
    lint_codes = (0, 1)

    cached = caches()

    def make(name: str, tool: str, command: Sequence[str], **more: Any) -> Contender:
        absent = "" if has[tool] else "not installed"
        if tool == "jaxopt-lint" and "--cache-dir" in command and not cached:
            absent = absent or "has no cache"
        return Contender(name, command, scope, lines, absent=absent, **more)

    own = (*OURS, "check", "--isolated", *quiet, *paths)
    ruff_check = (*RUFF, "check", "--isolated", *quiet, *paths)
    rows = [
        make("ast.parse of every file", "python", (PYTHON, "-c", AST, str(listing))),
        make(
            "jaxopt-lint, no cache",
            "jaxopt-lint",
            (*own, *(["--no-cache"] if cached else [])),
            accept=lint_codes,
        ),
        make(
            "jaxopt-lint, empty cache",
            "jaxopt-lint",
            (*own, "--cache-dir", str(ours / "cold")),
            before=emptied(ours / "cold"),
            accept=lint_codes,
        ),
        make(
            "jaxopt-lint, filled cache",
            "jaxopt-lint",
            (*own, "--cache-dir", str(ours / "warm")),
            accept=lint_codes,
        ),
        make("ruff check, no cache", "ruff", (*ruff_check, "--no-cache"), accept=lint_codes),
        make(
            "ruff check, filled cache",
            "ruff",
            (*ruff_check, "--cache-dir", str(ruff)),
            accept=lint_codes,
        ),
        make(
            "ruff check --select ALL, no cache",
            "ruff",
            (*ruff_check, "--no-cache", "--select", "ALL"),
            accept=lint_codes,
        ),
    ]
    if slow:
        rows += [
            make("libcst.parse_module", "libcst", (PYTHON, "-c", CST, str(listing)), repeat=2),
            make(
                "fixit lint, its default rules",
                "fixit",
                (*FIXIT, "--quiet", "lint", *paths),
                accept=lint_codes,
                repeat=2,
            ),
        ]
    return rows


def fill_caches(contenders: Sequence[Contender]) -> None:
    """One untimed run of whatever is to be measured with a filled cache."""
    for contender in contenders:
        if "filled cache" in contender.name and not contender.absent:
            contender.run()
            contender.samples.clear()


def number(value: float | None, digits: int = 2) -> str:
    """A number for the table."""
    return "" if value is None else f"{value:,.{digits}f}"


def markdown(
    contenders: Sequence[Contender], about: dict[str, str], sizes: dict[str, tuple[int, int]]
) -> str:
    """One table a scope; ratios are wall seconds over those of the linter without a cache."""
    out = [f"Measured on {about['cpu']}, {about['cores']} cores, Python {about['python']}. "]
    out[0] += "Least of several interleaved runs."
    for scope in dict.fromkeys(c.scope for c in contenders):
        group = [c for c in contenders if c.scope == scope]
        base = next((c.wall for c in group if c.name.startswith("jaxopt-lint")), None)
        files, lines = sizes.get(scope, (0, 0))
        title = f"{scope}: {files:,} files, {lines:,} lines" if files else scope
        out += ["", f"### {title}", ""]
        out.append("| | wall s | CPU s | MiB | lines / wall s | wall, ratio to jaxopt-lint |")
        out.append("|---|---:|---:|---:|---:|---:|")
        for c in group:
            if c.absent or c.wall is None:
                out.append(f"| {c.name} | {c.absent or 'not run'} | | | | |")
                continue
            speed = c.lines / c.wall if c.lines else None
            ratio = c.wall / base if base else None
            digits = 2 if c.wall >= 0.1 else 3
            out.append(
                f"| {c.name} | {number(c.wall, digits)} | {number(c.cpu, digits)} "
                f"| {number(c.memory, 0)} | {number(speed, 0)} | {number(ratio)} |"
            )
    return "\n".join(out) + "\n"


def as_json(
    contenders: Sequence[Contender], about: dict[str, str], versions: dict[str, str | None]
) -> dict[str, Any]:
    """Every sample, for other programs."""
    return {
        "machine": about,
        "versions": versions,
        "results": [
            {
                "scope": c.scope,
                "name": c.name,
                "lines": c.lines,
                "absent": c.absent or None,
                "wall_min": c.wall,
                "cpu_min": c.cpu,
                "wall": [s.wall for s in c.samples],
                "cpu": [s.cpu for s in c.samples],
                "memory_mib": [s.memory for s in c.samples],
            }
            for c in contenders
        ],
    }


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=corpus_dir())
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--subset-only", action="store_true", help="leave out the whole corpus")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    return parser.parse_args()


def main() -> int:
    """Measure, print the table, write the files that were asked for."""
    chosen = options()
    folders = sorted(p for p in chosen.corpus.glob("[!.]*") if p.is_dir())
    subset = [p for p in folders if p.name.rpartition("-")[0] in PROJECTS]
    if len(subset) < len(PROJECTS):
        print(f"no corpus in {chosen.corpus}: run `scripts/corpus fetch`", file=sys.stderr)
        return 2
    versions = {
        "python": version((PYTHON, "--version")),
        "jaxopt-lint": version((*OURS, "--version")),
        "ruff": version((*RUFF, "--version")),
        "fixit": version((*FIXIT, "--version")),
        "libcst": version(
            (PYTHON, "-c", "import importlib.metadata as m; print(m.version('libcst'))")
        ),
    }
    with tempfile.TemporaryDirectory(prefix="jaxopt-lint-bench-") as name:
        work = Path(name)
        contenders = startup(versions)
        contenders += lint("subset", subset, work, versions, slow=True)
        sizes = {"subset": (len(python_files(subset)), count_lines(python_files(subset)))}
        if not chosen.subset_only:
            contenders += lint("corpus", folders, work, versions, slow=False)
            sizes["corpus"] = (len(python_files(folders)), count_lines(python_files(folders)))
        fill_caches(contenders)
        interleaved(contenders, chosen.repeat, lambda line: print(line, file=sys.stderr))
    about = machine()
    text = markdown(contenders, about, sizes)
    print(text, end="")
    if chosen.markdown:
        chosen.markdown.write_text(text, encoding="utf-8")
    if chosen.json:
        data = as_json(contenders, about, versions)
        chosen.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
