"""What the fuzzers feed the command line, and what has to hold whatever it is.

`tests/test_fuzz.py` runs a bounded, repeatable sample; `scripts/fuzz` goes on for as long as it
is told to.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from hypothesis import strategies as st

from jaxopt_lint.__main__ import main
from jaxopt_lint.settings.config import FORMATS
from jaxopt_lint.settings.configkeys import TOP, VERIFY
from jaxopt_lint.syntax.reading import parse

# -- programs -----------------------------------------------------------------------------

NAMES = ["x", "y", "params", "batch", "key", "f", "step", "loss", "größe", "ℓ", "_", "jnp", "np"]
IMPORTS = [
    "import jax", "import jax.numpy as jnp", "from jax import jit, numpy as jnp", "import jax as j",
    "import numpy as np", "from jax import random", "import jax, numpy as np; import optax",
    "from jax.experimental.shard_map import shard_map", "from jax import (\n    grad, vmap,\n)",
    "from __future__ import annotations", "from jax import *", "from . import other",
    "import jax.experimental.maps", "from jax.tree_util import tree_map  # noqa: F401",
    "try:\n    import jax\nexcept ImportError:\n    jax = None", "import flax.linen as nn",
    "from jax import tree_map, tree_util", "from functools import partial", "import os, time",
]  # fmt: skip
# $ is an expression, @ a name.
EXPRESSIONS = [
    "@", "0", "1.0", "None", "'text'", "()", "[]", "{}", "@.shape[0]", "@[$]", "@($)", "@($, $)",
    "$ + $", "$ if $ else $", "not $", "-$", "$ < $", "lambda @: $", "[$ for @ in $]", "($, $)",
    "{@: $ for @ in $}", 'f"{$}"', "@.@", "@[:, $]", "($)", "(*$,)", "@(*$, **$)", "(@ := $)",
    "jax.tree_map(@, $)", "jax.tree_util.tree_map(@, $)", "jax.jit(@)($)", "jax.jit(lambda @: $)",
    "jax.jit(@, donate_argnums=(0,))($)", "jax.jit(@, static_argnums=$)", "jax.grad(@)($)",
    "jax.value_and_grad(@, has_aux=True)($)", "jax.vmap(@, in_axes=($, 0))($, $)", "jax.pmap(@)",
    "jnp.zeros($)", "jnp.array([$, $])", "jnp.stack([@($) for @ in range($)])", "jnp.sum($)",
    "jnp.concatenate([$, $])", "np.asarray($)", "float($)", "int($)", "bool($)", "len($)",
    "range($)", "print($)", "@.item()", "@.block_until_ready()", "@.at[$].set($)", "@.tolist()",
    "jax.random.PRNGKey(0)", "jax.random.split(@)", "jax.random.split(@, $)",
    "jax.random.normal(@, ($,))", "jax.lax.scan(@, $, $)", "jax.lax.cond($, @, @, $)",
    "jax.device_put($)", "jax.device_get($)", "jax.lax.fori_loop(0, $, @, $)", "jax.devices()[0]",
    "jax.core.Tracer", "jax.numpy.DeviceArray", "shard_map(@, $, $, $)", "time.time()",
    "jax.checkpoint(@)($)", "jax.debug.print('{}', $)", "jax.interpreters.xla.$", "jnp.where($, $)",
    "partial(jax.jit, static_argnames='@')(@)", "jnp.float64($)", "$ @ $", "jax.ops.segment_sum($)",
]  # fmt: skip
# A line that ends in a colon has a block.
STATEMENTS = [
    "$", "@ = $", "@, @ = $", "@ += $", "@: $ = $", "@[$] = $", "@.@ = $", "return $", "pass",
    "del @", "global @", "raise $", "assert $, $", "# a comment", "@.append($)", "yield $",
    "for @ in range($):", "for @ in $:", "for @, @ in enumerate($):", "while $:", "if $:", "if $:",
    "with $ as @:", "def @(@, @=$):", "async def @(*@):", "class @:", "try:\n    pass\nfinally:",
    "@jax.jit\ndef @(@):", "@partial(jax.jit, static_argnums=(0,))\ndef @(@, @):", "while True:",
    "@jax.custom_vjp\ndef @(@):", "@jax.checkpoint\ndef @(self, @):", "@ = @ = $", "break",
    "def @[T: $](@: T):", "type @ = $", "@ = f'{@['a']}'", "$; @ = $; $",
    "if $:\n    pass\nelse:", "try:\n    @ = $\nexcept @, @:", "try:\n    pass\nexcept @:",
    "@ = $  # noqa: JOL701", "# jaxopt-lint: disable[JOL2]", "# jaxopt-lint: ignore[ALL, x]",
    "@ = $  # jaxopt-lint: ignore[JOL]", "# jaxopt-lint: file-ignore[no-such-rule]", "continue",
    "# jaxopt-lint: verify(f32[B, D], key, B=5)", "if __name__ == '__main__':", '"""docs"""',
    "@ = (\n    $,  # first\n\n    $\n)", "@ = $ \\\n    + $", "jax.config.update('jax_x', $)",
]  # fmt: skip


HEADS = ["", "", "", "\ufeff", "#!/usr/bin/env python3\n", "\f", "\n\n", "  \n",
         "# -*- coding: latin-1 -*-\n", '"""docs\nof jax\n"""\n']  # fmt: skip
TAILS = ["\n", "\n", "\n", "", "\n\n", "\f", "  ", "\\", "\x1a", "# jax"]


@st.composite
def _filled(draw: st.DrawFn, templates: list[str], depth: int) -> str:
    out = draw(st.sampled_from(templates))
    decorators = out.startswith(("@jax", "@partial"))
    head, rest = (out[:1], out[1:]) if decorators else ("", out)
    made = head
    for letter in rest:
        if letter == "@":
            made += draw(st.sampled_from(NAMES))
        elif letter == "$":
            made += draw(_filled(EXPRESSIONS if depth else EXPRESSIONS[:10], max(depth - 1, 0)))
        else:
            made += letter
    return made


@st.composite
def _block(draw: st.DrawFn, indent: str, unit: str, depth: int) -> list[str]:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 5))):
        statement = draw(_filled(STATEMENTS, 2))
        lines += [indent + line for line in statement.split("\n")]
        if statement.endswith(":"):
            if depth:
                lines += draw(_block(indent + unit, unit, depth - 1))
            else:
                lines.append(f"{indent}{unit}pass")
    return lines


@st.composite
def programs(draw: st.DrawFn) -> bytes:
    """A file that may or may not be a Python program that uses JAX, in some layout."""
    imports = draw(st.lists(st.sampled_from(IMPORTS), max_size=4))
    unit = draw(st.sampled_from(["    ", "  ", "\t"]))
    lines = [line for text in imports for line in text.split("\n")]
    body = draw(_block("", unit, 3))
    place = draw(st.integers(0, len(body)))
    if draw(st.booleans()):
        lines = [*lines, *body]  # imports first, the usual
    else:
        lines = [*body[:place], *lines, *body[place:]]
    if draw(st.integers(0, 9)) == 7:
        lines = ["; ".join(line.strip() for line in lines)]
    end = draw(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"]))
    head, tail = draw(st.sampled_from(HEADS)), draw(st.sampled_from(TAILS))
    text = head + "\n".join(lines) + tail
    if draw(st.integers(0, 9)) == 7:
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["\x00", "\f", "\t", "\u2028", "\x85", "\u202e",
                                                 "\x1b[31m", "\\\n", "é"])) + text[at:]  # fmt: skip
    return text.replace("\n", end).encode(errors="surrogatepass")


JAX = b"import jax\njax.tree_map(f, x)\n"
odd_bytes = st.one_of(
    st.binary(max_size=200).map(lambda raw: b"import jax\n" + raw),
    st.binary(max_size=100),
    st.tuples(programs(), st.integers(0, 2000), st.binary(max_size=3)).map(
        lambda t: t[0][: t[1]] + t[2] + t[0][t[1] + 1 :]
    ),
    st.sampled_from([b"", b"jax", b"\xff\xfejax", b"\xef\xbb\xbf", b"# coding: jax\n", b"\0jax",
                     b"# coding: utf-7\nimport jax\n", b"# coding: rot13\njax", b"jax\r\r\n\n\r"]),
)  # fmt: skip
odd_names = st.one_of(
    st.sampled_from(["a\nb", "-rf", "--fix", "🦜", "a b", "%0A", "::error::x", "\x1b[31m", "a'\"",
                     "é", "e\u0301", "\udcff", "a:b", "[a]", "*", "?", "~", "$HOME", "a\\b", "a\tb",
                     "#", "@x", "jax", "__init__", "conftest", "\u202ecod", "x" * 200, " ", ".a"]),
    st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1,
            max_size=20),
).filter(lambda name: name not in (".", "..") and len(os.fsencode(name)) < 240)  # fmt: skip

# -- configurations -----------------------------------------------------------------------

_scalars = st.one_of(
    st.booleans().map(lambda b: str(b).lower()),
    st.sampled_from(["0", "-1", "99999999999999999999", "1e999", "nan", "-inf", "''", "'ALL'",
                     "'JOL'", "'JOL7'", "'low'", "'['", "'**'", "'a/**/b'", "'!x'", "'{a,b}'",
                     "'../..'", "'/'", "'~'", "'0.4.30'", "'>=0.5,<1'", "'9999'", "'v1'", "'sarif'",
                     "1979-05-27", "07:32:00", "'''\n'''", '"\\u0000"', '"\\ud7ff"', "'x'"]),
)  # fmt: skip
_values = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda v: f"[{', '.join(v)}]"),
        st.dictionaries(_scalars.filter(lambda s: s.startswith("'") and "\n" not in s), inner,
                        max_size=2).map(
            lambda v: "{" + ", ".join(f"{k} = {x}" for k, x in v.items()) + "}"),
    ),
    max_leaves=4,
)  # fmt: skip
_keys = st.one_of(
    st.sampled_from([k for k in [*TOP, *(f"verify.{v}" for v in VERIFY)] if k != "extend"]),
    st.sampled_from(["selekt", "target_jax", "''", "a.b.c", "ä", "extend"]),
)
configurations = st.one_of(
    st.dictionaries(_keys, _values, max_size=4).map(
        lambda table: "".join(f"{key} = {value}\n" for key, value in table.items())
    ),
    st.text(max_size=60),
).filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))

# -- properties ---------------------------------------------------------------------------

EXTRAS = (
    [], ["--statistics"], ["--diff"], ["--verbose"], ["--quiet"], ["--unsafe-fixes", "--diff"],
)  # fmt: skip


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder to stand in."""
    before = os.getcwd()
    with TemporaryDirectory(prefix="jaxopt-lint-fuzz-") as name:
        try:
            os.chdir(name)
            yield Path(name)
        finally:
            os.chdir(before)


def run(*args: str) -> tuple[int, str]:
    """Exit code and output of the command line; our own errors are raised."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with ExitStack() as stack:
        environment = {"JAXOPT_LINT_DEBUG": "1", "COLUMNS": "80"}
        stack.enter_context(mock.patch.dict(os.environ, environment))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(out))
        code = main([*args, "--no-cache", "-j", "1"])
        out.flush()
        written = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert code in (0, 1, 2), (code, written)
    for word in ("itself failed", "Traceback", "Warning:"):
        assert word not in written, written
    return code, written


def check_program(raw: bytes, kind: str, extra: list[str]) -> None:
    """Linting ends well in a format, fixing makes a program of a program, and twice is once."""
    with folder() as here:
        file = here / "a.py"
        file.write_bytes(raw)
        code, written = run("a.py", "--output-format", kind, *extra)
        assert code in (0, 1), written
        assert file.read_bytes() == raw
        code, written = run("a.py", "--fix", "-q")
        assert code in (0, 1), written
        once = file.read_bytes()
        if once == raw:
            return
        parse(once.decode("utf-8-sig"))
        run("a.py", "--fix", "-q")
        assert file.read_bytes() == once, "a second --fix changes more"


def check_names(names: list[str], kind: str) -> None:
    """Whatever files are called, they are linted, shown and fixed."""
    with folder() as here:
        for name in names:
            (here / f"{name}.py").write_bytes(JAX)
        code, _ = run(".", "--output-format", kind)
        assert code in (0, 1)
        code, _ = run("--output-format", kind, "--", *(f"{name}.py" for name in names))
        assert code in (0, 1)
        run("--diff")
        run(".", "--fix", "-q")


def check_configuration(text: str, own_file: bool, kind: str) -> None:
    """A configuration is taken, or refused in one line."""
    with folder() as here:
        (here / "a.py").write_bytes(JAX)
        if own_file:
            (here / "jaxopt-lint.toml").write_text(text, encoding="utf-8", newline="")
        else:
            table = "[tool.jaxopt-lint]\n" + text
            (here / "pyproject.toml").write_text(table, encoding="utf-8", newline="")
        run(".", "--output-format", kind)
        run("--show-settings")
        code, written = run(".", "--diff", "-q")
        if code == 2:
            assert written.startswith(("error: ", "Error: ")) and written.count("\n") <= 2, written


formats = st.sampled_from(FORMATS)
extras = st.sampled_from(EXTRAS)


# -- the readers, for random bytes --------------------------------------------------------


def read_anything(raw: bytes) -> None:
    """Each reader takes any bytes, or raises its own error."""
    import tomllib

    from jaxopt_lint.changes import diff
    from jaxopt_lint.files.errors import SourceError
    from jaxopt_lint.files.source import from_stdin
    from jaxopt_lint.files.suppressions import Suppressions
    from jaxopt_lint.running.ends import CannotDo

    try:
        source = from_stdin(raw, "a.py")
    except SourceError:
        source = None
    if source is not None:
        Suppressions.parse(source.text)
        try:
            parsed = parse(source.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            parsed = None
        if parsed is not None:
            assert len(parsed.code.encode()) == len(source.text.encode())
            assert len(parsed.tokens) == len(source.text)
    with suppress(CannotDo):
        diff.parse(raw)
    try:
        text = raw.decode()
        table = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return
    read_table(table)


def read_table(table: dict[str, object]) -> None:
    """The settings take any table, or say what is wrong with it."""
    from jaxopt_lint.settings import configkeys
    from jaxopt_lint.settings.config import ConfigError

    with suppress(ConfigError):
        configkeys.read_table(table, TOP, Path.cwd(), "a.toml")
