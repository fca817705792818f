"""What the public functions of Optax, and the layers of Equinox and Flax NNX, take."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from jaxopt_lint.semantics.python import Form

# Of Equinox and Flax NNX only what has been called the same way for years.
_STABLE = frozenset(
    {f"equinox.{name}" for name in ("tree_at", "tree_serialise_leaves", "apply_updates",
                                    "tree_deserialise_leaves", "partition", "filter")}
    | {f"equinox.nn.{name}" for name in ("Linear", "MLP", "Conv1d", "Conv2d", "Conv3d",
                                         "Embedding", "LayerNorm", "GRUCell", "LSTMCell",
                                         "Dropout", "MultiheadAttention", "Sequential")}
    | {f"flax.nnx.{name}" for name in ("Linear", "Conv", "Embed", "LayerNorm", "BatchNorm",
                                       "RMSNorm", "GroupNorm", "Dropout")}
)  # fmt: skip
# The keys of layers, of which there is a rule of its own.
_KEYS = frozenset({"key", "rngs"})


def form_of(function: str) -> Form | None:
    """How a function of Optax, or a layer, is called; None for what is not known.

    >>> form_of("optax.adam").needed
    ('learning_rate',)
    >>> form_of("optax.chain").most is None
    True
    """
    return _forms().get(function)


@cache
def _forms() -> dict[str, Form]:
    text = (Path(__file__).parent / "forms.json").read_text(encoding="utf-8")
    out = {}
    for row, names in json.loads(text)["functions"].items():
        head, _, tail = row.partition("|")
        most, *needed = head.split()
        words = tail.split()
        form = Form(
            None if most == "*" else int(most),
            tuple(n for n in needed if n not in _KEYS),
            None if "**" in words else frozenset(words),
        )
        for name in names.split():
            if name.startswith("optax.") or name in _STABLE:
                out[name] = form
    return out
