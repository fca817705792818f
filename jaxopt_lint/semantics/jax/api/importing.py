"""Libraries around JAX of which no release, or none up to one, can be imported with newer JAX.

Their own metadata allows any JAX, so that installers put the two together. What stands here was
tried: `scripts/try-imports` imports releases of a library beside releases of JAX.
"""

from __future__ import annotations

from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.history import Version


@dataclass(frozen=True, slots=True)
class Import:
    """A module that newer releases of JAX cannot be imported with.

    Attributes:
        module: as it is imported.
        library: as package indexes have it.
        title: as people write it.
        last: the newest release that fails.
        since: the first JAX with which it fails.
        lacks: the name that importing it reads and this JAX has not.
        mended: the first release that can be imported again; None where there is none.
        lazy: what is in it is only imported as it is read.
    """

    module: str
    library: str
    title: str
    last: Version
    since: Version
    lacks: str
    mended: Version | None = None
    lazy: bool = False


_LACKS = "jax.interpreters.xla.pytype_aval_mappings"
IMPORTS = (
    Import(
        "tensorflow_probability.substrates.jax", "tensorflow-probability",
        "TensorFlow Probability", (0, 25, 0), (0, 7, 0), _LACKS, lazy=True,
    ),
    # It imports the other; later releases ask for a nightly one of it.
    Import("distrax", "distrax", "Distrax", (0, 1, 6), (0, 7, 0), _LACKS, (0, 1, 7)),
)  # fmt: skip
# What brings a nightly release of TensorFlow Probability, which can be imported, and since when:
# an Rlax asks for a Distrax of whichever release, but for the first ones, which ask for none.
NIGHTLY: dict[str, Version] = {"tfp-nightly": (0,), "rlax": (0, 0, 5), "distrax": (0, 1, 7)}
