"""A project of one module, its one function, and a change of it, for the harness to judge."""

from __future__ import annotations

from pathlib import Path

from jaxopt_lint.finding import Evidence
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=60, optimize=False)
LOOP = """import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[B, D], B=2, D=3, fixed=('B', 'D'))
def f(x):
    return jnp.stack([jnp.tanh(row) for row in x])
"""
# Other sizes, each compiled anew, are for the tests that are about them.
SIZED = LOOP.replace(", fixed=('B', 'D')", "")


def mapped(loop: str) -> str:
    return loop.replace("jnp.stack([jnp.tanh(row) for row in x])", "jax.vmap(jnp.tanh)(x)")


MAPPED = mapped(LOOP)


def change(
    session: Session | None,
    root: Path,
    old: str,
    new: str,
    function: str = "model:f",
    settings: VerifySettings = QUICK,
    **more: object,
) -> Evidence:
    """Verify a change of `model.py`, the project's only module."""
    file = root / f"{function.partition(':')[0].replace('.', '/')}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(old)
    found = verify_change(
        root,
        {file: (old, new)},
        [function],
        settings,
        session=session,
        **more,  # type: ignore[arg-type]
    )
    return found[function]
