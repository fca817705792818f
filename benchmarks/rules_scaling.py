"""What one more rule costs: time, and tree traversals, against the number of rules.

    python benchmarks/rules_scaling.py [--project NAME ...] [--json FILE]

Rules are handed nodes from one index of the file. So the time must grow by what a rule does with
its own nodes, and rules that do nothing must be nearly free, however many there are.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from _measure import corpus_folders, count_lines, machine, python_files, take_corpus

EMPTY_RULES = (0, 50, 200)
VISITED = ("Call", "For", "FunctionDef")  # what most rules look at


@dataclass(frozen=True, slots=True)
class Point:
    """One measurement: so many rules, so much work."""

    rules: int
    seconds: float  # least of the runs, parsing and indexing included
    walked: float  # how often the children of a node were listed, per node of the files
    findings: int


class Counter:
    """Counts calls of `ast.iter_fields`, which `ast.walk` and generic visitors go through."""

    def __init__(self) -> None:
        self.calls = 0
        self._real = ast.iter_fields

    def __enter__(self) -> Counter:
        def counted(node: ast.AST) -> Iterator[tuple[str, Any]]:
            self.calls += 1
            return self._real(node)

        vars(ast)["iter_fields"] = counted
        return self

    def __exit__(self, *_: object) -> None:
        vars(ast)["iter_fields"] = self._real


def empty_rules(count: int) -> list[type]:
    """Rules that look at every call, loop and function of a file and say nothing."""
    from jaxopt_lint.rule import Rule

    def visit(self: Rule, node: ast.AST) -> None:
        del self, node

    methods = {f"visit_{kind}": visit for kind in VISITED}
    return [
        type(f"Empty{n}", (Rule,), {**methods, "code": f"JOL{n:03}", "summary": "nothing"})
        for n in range(count)
    ]


def measure(folders: Sequence[Path], rules: Sequence[type], repeat: int, nodes: int) -> Point:
    """Lint the folders with the rules and nothing else: no fixes, no cache, one process."""
    from jaxopt_lint.running.engine import lint_file
    from jaxopt_lint.running.opening import open_project
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.settings.discovery import discover

    def once() -> int:
        findings = 0
        for folder in folders:
            config = Config(root=folder)
            opened = open_project(discover([folder], config), config)
            for source in opened.sources:
                if source.path in opened.relevant:
                    module = opened.modules.get(source.path)
                    linted = lint_file(source, opened.project, rules, config, module)
                    findings += len(linted.found)
        return findings

    best, findings = float("inf"), 0
    for _ in range(repeat):
        gc.collect()
        started = time.process_time()
        findings = once()
        best = min(best, time.process_time() - started)
    with Counter() as counter:
        once()
    return Point(len(rules), best, counter.calls / nodes, findings)


def count_nodes(files: Sequence[Path]) -> int:
    """How many nodes the syntax trees of the files have."""
    return sum(sum(1 for _ in ast.walk(ast.parse(path.read_bytes()))) for path in files)


def steps(total: int) -> list[int]:
    """0, 1, 2, 4, … and the total."""
    powers = [2**n for n in range(total.bit_length()) if 2**n < total]
    return [0, *powers, total] if total else [0]


def markdown(title: str, points: Sequence[Point], lines: int) -> str:
    """A table; the last column is what each rule more than in the row above costs."""
    out = [f"### {title}", "", "| rules | CPU s | lines/s | children listed per node | findings |"]
    out[-1] += " ms per added rule |"
    out.append("|---:|---:|---:|---:|---:|---:|")
    for before, point in zip([None, *points], points, strict=False):
        added = ""
        if before is not None and point.rules > before.rules:
            cost = (point.seconds - before.seconds) / (point.rules - before.rules)
            added = f"{cost * 1000:.2f}"
        out.append(
            f"| {point.rules} | {point.seconds:.3f} | {lines / point.seconds:,.0f} "
            f"| {point.walked:.2f} | {point.findings} | {added} |"
        )
    return "\n".join(out)


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    take_corpus(parser)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="the order in which rules are added")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def main() -> int:
    """Measure with more and more rules, then with all of them and more and more empty ones."""
    chosen = options()
    folders = corpus_folders(chosen)
    if not folders:
        return 2
    try:
        from jaxopt_lint import registry
    except ImportError:
        print("jaxopt-lint is not installed", file=sys.stderr)
        return 2
    rules: list[type] = list(registry.rules().values())
    random.Random(chosen.seed).shuffle(rules)
    files = python_files(folders)
    lines, nodes = count_lines(files), count_nodes(files)
    measure(folders, rules, 1, nodes)  # imports and the machine's caches
    real = [measure(folders, rules[:n], chosen.repeat, nodes) for n in steps(len(rules))]
    padded = [
        measure(folders, [*rules, *empty_rules(n)], chosen.repeat, nodes) for n in EMPTY_RULES
    ]
    about = machine()
    print(f"{len(files)} files, {lines:,} lines, {nodes:,} nodes; {about['cpu']}, one process.\n")
    print(markdown("Rules of the linter, in a random order", real, lines), end="\n\n")
    print(markdown("All rules, and empty ones on every call, loop and function", padded, lines))
    if chosen.json:
        data = {
            "machine": about,
            "lines": lines,
            "nodes": nodes,
            "order": [rule.__name__ for rule in rules],
            "rules": [asdict(point) for point in real],
            "with_empty_rules": [asdict(point) for point in padded],
        }
        chosen.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
