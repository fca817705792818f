"""What both versions write into files is compared, as far as that is a promise."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.harness import verify_case
from jaxopt_lint.verify.settings import VerifySettings

if TYPE_CHECKING:
    from jaxopt_lint.verify.session import Session

pytest.importorskip("jax")

from jaxopt_lint.verify.child.ledger import Ledger
from jaxopt_lint.verify.child.written import compare

QUICK = VerifySettings(timing=False, optimize=False)
HEADER = """\
import os
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (5,)),)


"""
STAMPED = """\
def run(x):
    Path("log.txt").write_text(f"{time.perf_counter_ns()} {os.getpid()}")
    return EXPRESSION
"""
ROUNDED = """\
def run(x):
    total = EXPRESSION
    np.save("total.npy", total)
    with open("log.txt", "a") as log:
        log.write(f"total {total} in {os.getcwd()}\\n")
    return total
"""


def packed(array: Any) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def outcome(old: bytes | None, new: bytes | None, again: bytes | str | None = "") -> Any:
    ledger = Ledger()
    sides: dict[str, Any] = {"old_files": [{"f": old}], "new_files": [{"f": new}]}
    if again != "":
        sides["again_files"] = [{"f": again}]
    compare(ledger, sides)
    return {one["name"]: one["passed"] for one in ledger.checks()}


X = np.linspace(0.1, 1.0, 6, dtype=np.float32)
NEAR = np.nextafter(X, np.float32(2))


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        (b'{"loss": 0.1234567}', b'{"loss": 0.1234568}', True),
        (b'{"loss": 0.1234567}', b'{"loss": 0.12}', False),
        (b"a\nb\n", b"a\nb", False),
        (packed(X), packed(NEAR), True),
        (packed(X), packed(2 * X), False),
        (packed(X), packed(X.astype(np.float64)), False),
        (packed(np.arange(3)), packed(np.arange(1, 4)), False),
        (pickle.dumps(X), pickle.dumps(NEAR), True),
        (pickle.dumps([0.1, 2.5]), pickle.dumps([float(np.nextafter(0.1, 1)), 2.5]), True),
        (pickle.dumps(X), pickle.dumps(X[::-1].copy()), False),
        (pickle.dumps({"step": 1, "x": X}), pickle.dumps({"step": 2, "x": X}), False),
        (b"x", None, False),
    ],
)
def test_what_differs_is_rounding_or_not(old: bytes, new: bytes | None, *, same: bool) -> None:
    assert outcome(old, new)["contents"] is same


def test_what_is_packed_tells_nothing() -> None:
    old, new = (b"\x1f\x8b" + each for each in (b"abc", b"abd"))
    assert outcome(old, new) == {"contents": True, "unread": None}
    assert outcome(old, old) == {"contents": True}


def test_what_two_runs_of_the_original_write_otherwise_is_no_promise() -> None:
    assert outcome(b"run 1", b"run 2", b"run 3") == {"contents": True, "unread": None}
    assert outcome(b"run 1", b"run 2", b"run 1") == {"contents": False}


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        (STAMPED, "jnp.sum(x)", "x.sum()"),
        (ROUNDED, "jnp.sum(x * 3.0)", "3.0 * jnp.sum(x)"),
    ],
)
def test_names_of_runs_and_rounding_refute_nothing(
    session: Session, tmp_path: Path, body: str, old: str, new: str
) -> None:
    files = [tmp_path / "before.py", tmp_path / "after.py"]
    for file, expression in zip(files, (old, new), strict=True):
        file.write_text(HEADER + body.replace("EXPRESSION", expression))
    found = verify_case(*files, QUICK, session=session)
    assert found.verdict is Verdict.VERIFIED, found
    assert any(check.name in ("contents", "unread") for check in found.checks)
