"""What scripts/demo shows; run it through scripts/demo."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "examples" / "training"
# What must have been applied with proof by the end: rule -> what its codemod writes.
EXPECTED = {
    "JOL201": "vmap",
    "JOL202": "scan",
    "JOL303": "remat",
    "JOL602": "shard_map",
    "JOL502": "value_and_grad(has_aux=True)",
    "JOL301": "donation",
    "JOL601": "pjit -> jit",
    "JOL701": "tree_map",
}
HEADLINE = re.compile(r"^(JOL\d{3}) .*?\b(PROVED|VERIFIED|REFUTED|UNVERIFIED)\b", re.MULTILINE)
WRONG = '''"""A careless rewrite of model.predict_batch: the state after the last step is lost."""

import jax
import jax.numpy as jnp


@jax.jit
def predict_batch(params, batch):
    def rollout(xs):
        def step(h, x):
            # The output is made from the state before the step.
            return jnp.tanh(params["hh"] @ h + params["xh"] @ x), params["out"] @ h

        _, outputs = jax.lax.scan(step, jnp.zeros(params["hh"].shape[0]), xs)
        return outputs

    return jax.vmap(rollout)(batch)
'''


def say(title: str) -> None:
    print(f"\n\033[1m== {title}\033[0m" if sys.stdout.isatty() else f"\n== {title}", flush=True)


def tool(*arguments: str, cwd: Path, capture: bool = False) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "jaxopt_lint", *arguments]
    print("$ jaxopt-lint " + " ".join(arguments), flush=True)
    return subprocess.run(command, cwd=cwd, text=True, capture_output=capture, check=False)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="jaxopt-lint-demo-") as folder:
        work = Path(folder) / "training"
        shutil.copytree(PROJECT, work, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        return show(work)


def show(work: Path) -> int:
    say("1. What is there: the findings")
    tool("check", ".", "--output-format", "concise", cwd=work)

    say("2. Inputs for the harness: the calls that a run of the project really makes")
    tool("record", "--", sys.executable, "train.py", cwd=work)

    say("3. Each fix is tried on them; what is PROVED or VERIFIED is written")
    before = {p.name: p.read_text() for p in sorted(work.glob("*.py"))}
    fixed = tool("check", ".", "--fix", "--verify", "--exit-zero", cwd=work, capture=True)
    print(fixed.stderr)
    applied = verdicts(fixed.stderr)

    say("4. The difference")
    for name, text in before.items():
        (work / f".{name}.orig").write_text(text)
        subprocess.run(
            ["diff", "-u", "--label", f"before/{name}", f".{name}.orig",
             "--label", f"after/{name}", name],
            cwd=work, check=False,
        )  # fmt: skip

    say("5. A rewrite that is wrong on purpose, against the fixed project")
    (work / "careless.py").write_text(WRONG)
    wrong = tool(
        "verify", "model.py:predict_batch", "careless.py:predict_batch", cwd=work, capture=True
    )
    print(wrong.stdout + wrong.stderr)

    say("6. The fixed project still trains")
    subprocess.run([sys.executable, "train.py"], cwd=work, check=True)

    say("Summary")
    missing = []
    for code, words in EXPECTED.items():
        verdict = applied.get(code, "not applied")
        print(f"  {code}  {words:32} {verdict}")
        if verdict not in ("proved", "verified"):
            missing.append(code)
    refuted = "REFUTED" in wrong.stdout
    print(f"  the careless rewrite             {'refuted' if refuted else 'NOT REFUTED'}")
    if missing or not refuted:
        print(f"demo failed: {', '.join(missing) or 'the wrong rewrite was not refuted'}")
        return 1
    print("demo passed")
    return 0


def verdicts(text: str) -> dict[str, str]:
    """The best verdict of each rule, from the evidence that `--fix --verify` prints."""
    order = ["refuted", "unverified", "verified", "proved"]
    out: dict[str, str] = {}
    for code, verdict in HEADLINE.findall(text):
        verdict = verdict.lower()
        if code not in out or order.index(verdict) > order.index(out[code]):
            out[code] = verdict
    return out


if __name__ == "__main__":
    sys.exit(main())
