"""Programs that use each name of JAX that was renamed, and what fixing makes of them.

Each row of the table gives three programs, one for each way to import a name. The fixed ones are
run in child processes of the given interpreter, one for all programs with the same imports: what
one program imports must not make up for what another one forgot.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.fixing.rounds import fix_project
from jaxopt_lint.running.opening import project_of
from jaxopt_lint.semantics.jax.api.history import table
from jaxopt_lint.settings.config import Config

FORMS = ("import", "alias", "from")
# What fails for reasons that no fix can help, before and after.
CANNOT_RUN = {
    "jax.export.Exported.lowering_platforms": "instances have it, the class does not",
}
_CHILD = Path(__file__).parent / "renamed_names_child.py"


@dataclass(frozen=True, slots=True)
class Program:
    """A program that uses one name, and what plain `--fix` makes of it."""

    symbol: str
    form: str
    text: str
    fixed: str

    @property
    def changed(self) -> bool:
        """Whether anything was rewritten."""
        return self.fixed != self.text

    @property
    def name(self) -> str:
        """What tests call it."""
        return f"{self.symbol} ({self.form})"


def renamed() -> list[str]:
    """The names that became other names."""
    return [name for name in table().names if (change := table().name(name)) and change.rename]


def program(symbol: str, form: str) -> str:
    """A program that reads one name."""
    module, _, rest = symbol.rpartition(".")
    if module.rpartition(".")[2][0].isupper():  # an attribute of a class
        module, _, owner = module.rpartition(".")
        rest = f"{owner}.{rest}"
    return {
        "import": f"import {module}\n\nused = {symbol}\n",
        "alias": f"import {module} as other\n\nused = other.{rest}\n",
        "from": f"from {module} import {rest.split('.')[0]}\n\nused = {rest}\n",
    }[form]


def fixed(symbol: str, form: str, config: Config) -> Program:
    """A program, fixed as `--fix` does it."""
    text = program(symbol, form)
    path = config.root / "program.py"
    source = SourceFile(path, path.name, text.encode(), text, "utf-8", "\n")
    result = fix_project(project_of([source], config), config, unsafe=False)
    assert not result.crashes, result.crashes
    new = result.files[0].new_text if result.files else text
    assert not any(file.error for file in result.files)
    return Program(symbol, form, text, new)


def failures(programs: list[Program], python: str = sys.executable) -> dict[str, str]:
    """The programs that do not run, with the errors that they end in."""
    given = json.dumps({p.name: p.fixed for p in programs})
    done = subprocess.run(
        [python, str(_CHILD)], input=given, capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def unexpected(failed: dict[str, str]) -> dict[str, str]:
    """The failures that are not known, with reasons."""
    return {
        name: error for name, error in failed.items()
        if name.rpartition(" (")[0] not in CANNOT_RUN
    }  # fmt: skip
