"""Code with the mistakes that well-known articles on JAX make or warn of.

Every mistake is found (`want` comments), and what `--fix --unsafe-fixes` makes of the files runs on
the installed JAX, on eight simulated devices, without deprecation warnings.
"""

from pathlib import Path

import pytest
from jax_programs import Programs
from test_cases import WANT, read

from jaxopt_lint import registry
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.fixing.run import fix_source
from jaxopt_lint.settings.config import Config

SOURCES = Path(__file__).parent / "sources"
FILES = sorted(SOURCES.glob("*.py"))
RUN = """
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import {module}
import jax, numpy
out = {module}.main()
leaves = jax.tree_util.tree_leaves(out)
assert leaves, "nothing came out"
for leaf in leaves:
    assert numpy.isfinite(numpy.asarray(leaf)).all()
print("ran", len(leaves))
"""


def config() -> Config:
    return Config(root=SOURCES, preview=True)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_mistake_is_found(path: Path) -> None:
    source = read(path)
    result = check_source(source, config())
    assert not result.crashes
    found = {(f.start.row, f.code) for f in result.findings}
    wanted = {
        (row, code)
        for row, line in enumerate(source.text.splitlines(), 1)
        if (match := WANT.search(line))
        for code in match["codes"].split()
    }
    assert wanted, "the file states nothing"
    missing = wanted - found
    assert not missing, (sorted(missing), sorted(found))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_fixed_code_runs(path: Path, tmp_path: Path, programs: Programs) -> None:
    fixed = fix_source(read(path), config(), unsafe=True)
    assert not fixed.crashes
    new = fixed.files[0].new_text
    (tmp_path / path.name).write_text(new)
    done = programs.run(
        RUN.format(module=path.stem), cwd=tmp_path, warn="error::DeprecationWarning"
    )
    assert done.code == 0, done.err[-3000:] + new
    assert "ran" in done.out


def test_rules_of_the_documents_exist() -> None:
    codes = {rule.code for rule in registry.rules().values()}
    assert {"JOL201", "JOL202", "JOL301", "JOL303", "JOL501", "JOL502", "JOL601", "JOL602",
            "JOL608", "JOL611", "JOL706", "JOL902", "JOL904"} <= codes  # fmt: skip
