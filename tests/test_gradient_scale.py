"""What JOL612 says, measured: how much too large gradients come out on eight devices."""

from pathlib import Path

import pytest
from jax_programs import Programs

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.fixing.run import fix_source
from jaxopt_lint.settings.config import Config

PROGRAM = """
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import functools
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))
params = jnp.arange(1.0, 4.0)
batch = jax.random.normal(jax.random.key(0), (16, 3))


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def scaled(params, batch):
    grads = jax.grad(loss_fn)(params, batch)
    return REDUCED


print(float(jnp.median(scaled(params, batch) / jax.grad(loss_fn)(params, batch))))
"""
# The factor as written, and with the check turned off; pmap gives what the second column says.
FACTORS = {
    'lax.pmean(grads, "data")': (8, 1),
    'lax.psum(grads, "data")': (64, 8),
    'jax.tree.map(lambda g: lax.pmean(g, "data"), grads)': (8, 1),
}


def program(reduced: str) -> SourceFile:
    text = PROGRAM.replace("REDUCED", reduced)
    return SourceFile(Path("scaled.py"), "scaled.py", text.encode(), text, "utf-8", "\n")


def config() -> Config:
    return Config(root=Path.cwd(), select=("JOL612",))


@pytest.mark.parametrize("reduced", FACTORS)
def test_the_factor_is_as_the_rule_says(reduced: str, programs: Programs) -> None:
    source = program(reduced)
    assert [f.code for f in check_source(source, config()).findings] == ["JOL612"]
    wrong, right = FACTORS[reduced]
    assert float(programs.output(source.text)) == pytest.approx(wrong, rel=1e-3)
    fixed = fix_source(source, config(), unsafe=True).files[0].new_text
    assert "check_vma=False" in fixed
    assert float(programs.output(fixed)) == pytest.approx(right, rel=1e-3)


def test_a_reduced_loss_is_right_and_silent(programs: Programs) -> None:
    source = program('jax.grad(lambda p: lax.pmean(loss_fn(p, batch), "data"))(params)')
    assert not check_source(source, config()).findings
    assert float(programs.output(source.text)) == pytest.approx(1, rel=1e-3)
