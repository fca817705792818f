"""What help says of private names, and of variables that JAX does not read."""

from pathlib import Path

from jaxopt_lint.files.source import from_stdin
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.settings.config import Config

TEXT = """\
from jax._src import core
from jax._src.prng import PRNGKeyArray


def kind(key: PRNGKeyArray):
    return core.ShapedArray((2,), "float32"){more}
"""


def helped(text: str, code: str) -> str:
    source = from_stdin(text.encode(), "code.py")
    result = check_source(source, Config(root=Path("/project")))
    (finding,) = [f for f in result.findings if f.code == code]
    return finding.help


def test_every_public_name_is_told_and_that_others_have_none() -> None:
    assert helped(TEXT.format(more=""), "JOL705") == "use `jax.Array` and `jax.core.ShapedArray`"
    assert helped(TEXT.format(more=", core.no_such_name"), "JOL705") == (
        "use `jax.Array` for `jax._src.prng.PRNGKeyArray`, "
        "`jax.core.ShapedArray` for `jax._src.core.ShapedArray`; "
        "no public name of the rest is known here"
    )


def test_a_variable_of_another_library_is_not_taken_over_with_flags_that_are_gone() -> None:
    text = 'import os\nimport jax\n\nos.environ["TF_XLA_FLAGS"] = "--{}=1"\n'
    assert (
        helped(text.format("xla_gpu_autotune_level"), "JOL901") == "JAX's variable is `XLA_FLAGS`"
    )
    gone = helped(text.format("xla_gpu_deterministic_reductions"), "JOL901")
    assert "not known to have `--xla_gpu_deterministic_reductions`" in gone


def test_public_modules_of_the_same_name_are_told() -> None:
    text = (
        "from jax._src import linear_util as lu\nfrom jax._src.interpreters import batching, mlir\n"
        "\n\ndef lowered(rule, f, p):\n    batching.primitive_batchers[p] = rule\n"
        "    return mlir.register_lowering(p, mlir.lower_fun(lu.wrap_init(f)){})\n"
    )
    assert helped(text.format(""), "JOL705") == (
        "use `jax.extend.linear_util.wrap_init`, `jax.interpreters.batching.primitive_batchers`, "
        "`jax.interpreters.mlir.lower_fun` and `jax.interpreters.mlir.register_lowering`"
    )
    unknown = helped(text.format(", mlir.no_such_name"), "JOL705")
    assert "`jax.interpreters.mlir.lower_fun` for `jax._src.interpreters.mlir.lower_fun`" in unknown
    assert unknown.endswith("; no public name of the rest is known here")


def test_what_is_read_through_private_modules_of_arrays_and_devices_is_told() -> None:
    text = (
        "from jax._src.lib import xla_client\nfrom jax._src.numpy import lax_numpy\n\n\n"
        "def moved(x, device: xla_client.Device):\n    return lax_numpy.moveaxis(x, 0, 1), device\n"
    )
    assert helped(text, "JOL705") == "use `jax.Device` and `jax.numpy.moveaxis`"
