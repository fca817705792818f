"""What functions of libraries do beyond giving their result: a table of names.

JAX, NumPy (without `numpy.random`) and Python's own computing modules give results and nothing
else, with the exceptions below. Of other libraries nothing is known.
"""

from __future__ import annotations

_PURE = ("jax.", "numpy.", "math.", "cmath.", "operator.", "functools.", "itertools.", "typing.",
         "collections.", "dataclasses.", "copy.", "optax.", "einops.", "chex.", "equinox.",
         "scipy.", "opt_einsum.", "jaxtyping.", "string.", "re.", "enum.", "abc.",
         "numbers.")  # fmt: skip
_DRAWS = ("numpy.random.", "random.", "secrets.", "time.", "datetime.", "uuid.", "os.",
          "haiku.next_rng_key", "haiku.maybe_next_rng_key", "haiku.reserve_rng_keys")  # fmt: skip
_TELLS = ("logging.", "absl.logging.", "warnings.", "wandb.", "tqdm.", "sys.",
          "jax.monitoring.", "jax.profiler.")  # fmt: skip
_CALLBACKS = ("jax.debug.", "jax.experimental.io_callback",
              "jax.experimental.host_callback.")  # fmt: skip
_WRITES = ("jax.config.", "haiku.set_state", "numpy.seterr", "numpy.copyto", "numpy.put",
           "numpy.fill_diagonal", "numpy.place", "numpy.putmask", "jax.clear_caches",
           "jax.experimental.multihost_utils.", "jax.distributed.")  # fmt: skip
_COLLECTIVES = frozenset(
    f"jax.lax.{name}"
    for name in ("ppermute", "pshuffle", "psum", "pmean", "pmax", "pmin", "all_gather",
                 "all_to_all", "psum_scatter", "pvary", "ragged_all_to_all")
)  # fmt: skip
# Seeded generators give the same numbers each time.
_SEEDED = frozenset({"numpy.random.default_rng", "numpy.random.RandomState", "random.Random",
                     "numpy.random.Generator", "numpy.random.SeedSequence"})  # fmt: skip
# Methods by their names alone: what changes its object, what draws from it.
MUTATORS = frozenset(
    {"append", "extend", "pop", "popleft", "popitem", "insert", "remove", "clear", "update",
     "setdefault", "appendleft", "write", "writelines", "send", "put", "sort", "reverse",
     "discard", "fill", "resize", "push"}
)  # fmt: skip
DRAWING = frozenset({"make_rng", "next_rng_key", "next_key"})
# Methods of arrays that give a new array; of an object of another class they would be odd names.
OF_ARRAYS = frozenset(
    {"all", "any", "argmax", "argmin", "argsort", "astype", "clip", "conj", "cumprod", "cumsum",
     "diagonal", "dot", "flatten", "max", "mean", "min", "nonzero", "prod", "ravel", "repeat",
     "reshape", "round", "squeeze", "std", "sum", "swapaxes", "take", "trace", "transpose",
     "var", "tolist", "item", "copy"}
)  # fmt: skip
OF_MAPPINGS = frozenset({"items", "keys", "values", "get", "index", "count", "format", "join",
                          "split", "startswith", "endswith", "_replace", "_asdict"})  # fmt: skip


def library_consequence(dotted: str) -> tuple[str, str] | None:
    """The kind of consequence that calling a library's function has, with a verb; None: none.

    >>> library_consequence("jax.numpy.sum")
    >>> library_consequence("numpy.random.normal")
    ('draws', 'draws with')
    >>> library_consequence("mylib.solve")
    ('unknown', 'calls what is not seen here,')
    """
    if dotted in _COLLECTIVES:
        return "collective", "talks to other devices with"
    if dotted.startswith(_WRITES):
        return "writes", "changes settings or values with"
    if dotted.startswith(_CALLBACKS):
        return "callback", "calls back with"
    if dotted.startswith(_TELLS):
        return "tells", "tells the outside with"
    if dotted.startswith(_DRAWS) and dotted not in _SEEDED:
        return "draws", "draws with"
    if dotted.startswith(_PURE) or dotted in _SEEDED:
        return None
    if dotted.startswith("flax.linen.") and dotted.rpartition(".")[2].islower():
        return None  # `nn.relu`, not a module
    return "unknown", "calls what is not seen here,"
