"""Names and keywords that JAX has removed and that are another name of what it still has: which of
them the files of a project use."""

from __future__ import annotations

import re
from functools import cache

from jaxopt_lint.semantics.jax.api.history import table

_TREE = ("map", "leaves", "flatten", "unflatten", "structure", "reduce", "all", "transpose")
# module, name -> module, name of the object that it was
_SEEN: dict[tuple[str, str], tuple[str, str]] = {
    **{("jax", f"tree_{n}"): ("jax.tree_util", f"tree_{n}") for n in _TREE},
    ("jax", "tree_multimap"): ("jax.tree_util", "tree_map"),
    ("jax.tree_util", "tree_multimap"): ("jax.tree_util", "tree_map"),
    ("jax.experimental", "PartitionSpec"): ("jax.sharding", "PartitionSpec"),
    ("jax.experimental.pjit", "PartitionSpec"): ("jax.sharding", "PartitionSpec"),
    ("jax.experimental.pjit", "with_sharding_constraint"): (
        "jax.lax",
        "with_sharding_constraint",
    ),
    ("jax.numpy", "DeviceArray"): ("jax", "Array"),
    ("jax.random", "KeyArray"): ("jax", "Array"),
    ("jax.numpy", "row_stack"): ("jax.numpy", "vstack"),
    ("jax.numpy", "product"): ("jax.numpy", "prod"),
    ("jax.numpy", "cumproduct"): ("jax.numpy", "cumprod"),
    ("jax.numpy", "sometrue"): ("jax.numpy", "any"),
    ("jax.numpy", "alltrue"): ("jax.numpy", "all"),
    ("jax.numpy", "round_"): ("jax.numpy", "round"),
    ("jax.numpy", "trapz"): ("jax.numpy", "trapezoid"),
    ("jax.config", "config"): ("jax", "config"),
    ("jax.experimental", "optimizers"): ("jax.example_libraries", "optimizers"),
    ("jax.experimental", "stax"): ("jax.example_libraries", "stax"),
    ("jax", "linear_util"): ("jax.extend", "linear_util"),
    # JAX itself still has both, where it keeps what it no longer gives to others.
    ("jax", "device_put_sharded"): ("jax._src.api", "device_put_sharded"),
    ("jax", "device_put_replicated"): ("jax._src.api", "device_put_replicated"),
}


@cache
def known() -> dict[str, str]:
    """All of them, dotted, each with the name that the same object has now."""
    found = {f"{module}.{name}": ".".join(now) for (module, name), now in _SEEN.items()}
    history = table()
    for dotted in history.names:
        change = history.name(dotted)
        if change is not None and change.same and change.removed and change.replacement:
            found.setdefault(dotted, change.replacement)
    return found


# Renamed in words, and not the same: the name went back and forth, or the value counts no more.
_NO_RENAMES = {
    "jax.scipy.special.beta",
    "jax.scipy.special.betaln",
    "jax.experimental.jax2tf.convert",
}


@cache
def renamed() -> dict[str, dict[str, str]]:
    """The keywords that JAX has removed and that are another name of one that the same function
    has, by function."""
    found: dict[str, dict[str, str]] = {}
    history = table()
    for function, rows in history.parameters.items():
        for name in rows if function not in _NO_RENAMES else ():
            change = history.parameter(function, name)
            if change is not None and change.rename and change.removed:
                owner, _, new = change.replacement.rstrip(")").partition("(")
                if owner == function and new:
                    found.setdefault(function, {})[name] = new
    return found


@cache
def _keywords() -> dict[str, str]:
    """All of these, as `function(keyword)`, each with the keyword of today."""
    return {
        f"{function}({old})": new
        for function, rows in renamed().items()
        for old, new in rows.items()
    }


def now(name: str) -> str:
    """What stands for a removed name, or a removed keyword, today."""
    return known()[name] if name in known() else _keywords()[name]


# What stands between a call's bracket, or what `functools.partial` takes, and a keyword.
_INSIDE = r"(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)){0,400}?"


# Modules that go by other names as often as by their own.
_BY_ALIAS = ("jax", "jax.numpy", "jax.random", "jax.tree_util")


def mentioned(text: str) -> list[str]:
    """The removed names and keywords that a text may use, dotted, as `known` and `now` have
    them."""
    used = set(_uses().findall(text))
    found = []
    for dotted in known():
        module, _, name = dotted.rpartition(".")
        if name in used and (module in _BY_ALIAS or _spelt(module, name).search(text)):
            found.append(dotted)
    given = set(_gives().findall(text))
    for told in _keywords():
        function, _, keyword = told.rstrip(")").partition("(")
        name = function.rpartition(".")[2]
        if keyword in given and re.search(rf"\b{name}\s*[(,]{_INSIDE}\b{keyword}\s*=(?!=)", text):
            found.append(told)
    return sorted(found)


@cache
def _uses() -> re.Pattern[str]:
    """An attribute, or anything on a line of an import; those of `itertools` are others."""
    last = {dotted.rpartition(".")[2] for dotted in known()}
    names = "|".join(sorted(last, key=len, reverse=True))
    return re.compile(
        rf"(?:(?<!itertools)\.|^[ \t]*(?:from|import)\b.*\b|^[ \t]+)({names})\b", re.M
    )


@cache
def _gives() -> re.Pattern[str]:
    """A keyword of a call."""
    names = {told.rstrip(")").partition("(")[2] for told in _keywords()}
    return re.compile(rf"[(,]\s*({'|'.join(sorted(names, key=len, reverse=True))})\s*=(?!=)")


@cache
def _spelt(module: str, name: str) -> re.Pattern[str]:
    """A name of a module that code has to spell out: an attribute of it, or imported from it. Its
    last part is enough for those that are imported from their package."""
    path, last = re.escape(module), re.escape(module.rpartition(".")[2])
    return re.compile(
        rf"(?:{path}|(?<![.\w]){last})\.{name}\b"
        rf"|from {path} import (?:\([^)]*|[^\n(]*)\b{name}\b"
    )
