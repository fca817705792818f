"""What the rules about many devices say will happen, seen to happen on eight simulated devices."""

from pathlib import Path

import pytest
from jax_programs import Programs
from test_cases import WANT

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.rewriting import edits
from jaxopt_lint.rewriting.surgery import Surgeon
from jaxopt_lint.settings.config import Config

CASES = Path(__file__).parent / "cases"
# Every marked statement at the top of these files raises.
RAISING = (
    "ambiguous-explicit-sharding/operations",
    "ambiguous-explicit-sharding/constraint",
    "unknown-mesh-axis/set_for_all",
    "unneeded-pmean-under-jit/left_behind",
)
RUN = """
import os, sys, ast
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
names = {"__name__": "__main__"}
for statement in ast.parse(open(sys.argv[1]).read()).body:
    try:
        exec(compile(ast.Module([statement], []), "case", "exec"), names)
    except Exception as error:
        print(statement.lineno, type(error).__name__)
"""


@pytest.mark.parametrize("case", RAISING)
def test_marked_code_raises(case: str, programs: Programs) -> None:
    path = CASES / f"{case}.before.py"
    raised = dict(line.split() for line in programs.output(RUN, str(path)).splitlines())
    assert raised, "nothing raised"
    expected = {"NameError", "ValueError", "AssertionError", "ShardingTypeError"}
    assert set(raised.values()) <= expected
    marked = {
        str(row)
        for row, line in enumerate(path.read_text().splitlines(), 1)
        if WANT.search(line) and not line.startswith((" ", "@", "def "))
    }
    assert marked <= set(raised)


PIPELINE = """
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))


def on_first_device(fresh, passed_on):
    is_first_device = jax.lax.broadcasted_iota("int32", fresh.shape, 0) == 0
    return jnp.where(is_first_device, fresh, passed_on)


def body(a, b):
    return on_first_device(a, b)


run = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P("x")))
print(run(jnp.ones(4), jnp.zeros(4)).astype(int).tolist())
"""


def test_local_rows_are_counted_from_zero_on_every_device(programs: Programs) -> None:
    source = SourceFile(Path("p.py"), "p.py", PIPELINE.encode(), PIPELINE, "utf-8", "\n")
    linted = check_source(source, Config(root=Path.cwd(), select=("JOL611",)))
    assert [f.code for f in linted.findings] == ["JOL611"]
    assert programs.output(PIPELINE).strip() == "[1, 1, 1, 1]"
    assert programs.output(fixed(PIPELINE)).strip() == "[1, 0, 0, 0]"


def fixed(text: str) -> str:
    """The text with the fix that is otherwise only shown."""
    from jaxopt_lint.patterns.local_iota_as_device_index import local_iotas
    from jaxopt_lint.semantics.jax.facts import Facts
    from jaxopt_lint.semantics.jax.project import Project
    from jaxopt_lint.semantics.python.module import Module

    facts = Facts(Module(text, "p", path="p.py"), Project())
    codemod = registry.codemod("axis-index")(facts, Surgeon(facts))
    for found in local_iotas(facts).values():
        codemod.rewrite(found)
    assert codemod.display
    return edits.apply(text, codemod.edits())
