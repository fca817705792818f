"""Writes down what the public functions of Optax, Equinox and Flax NNX take, as JSON.

    PYTHON scripts/_walk_forms.py > jaxopt_lint/semantics/jax/api/forms.json

One line for each form: how many arguments by position at most ("*" for any many), the names that
have no default, "|", the names that can be given by keyword ("**" for any); then who takes them.
It needs the packages, and reads nothing but their signatures.
"""

import importlib
import inspect
import json
import sys
import warnings

MODULES = (
    "optax", "optax.losses", "optax.schedules", "optax.contrib", "equinox", "equinox.nn",
    "flax.nnx",
)  # fmt: skip


def main():
    warnings.simplefilter("ignore")
    rows = {}
    releases = {}
    for module in MODULES:
        loaded = importlib.import_module(module)
        root = module.partition(".")[0]
        releases[root] = importlib.import_module(root).__version__
        for name in sorted(vars(loaded)):
            value = getattr(loaded, name)
            row = form(value, root) if not name.startswith("_") else None
            if row is not None:
                rows.setdefault(row, []).append(f"{module}.{name}")
    table = {row: " ".join(names) for row, names in sorted(rows.items())}
    json.dump({"releases": releases, "functions": table}, sys.stdout, indent=0)
    print()


def form(value, root):
    """How a function, or the making of an object, is called; None where nobody can say."""
    own = (getattr(value, "__module__", "") or "").partition(".")[0] == root
    layer = inspect.isclass(value) and root in ("equinox", "flax")
    if not own or not (inspect.isfunction(value) or layer):
        return None
    if layer and (issubclass(value, tuple) or value.__init__ is object.__init__):
        return None
    try:
        found = inspect.signature(value.__init__ if layer else value)
    except (TypeError, ValueError):
        return None
    taken = list(found.parameters.values())[1 if layer else 0 :]
    kinds = [p.kind for p in taken]
    by_place = [p for p in taken if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    most = "*" if inspect.Parameter.VAR_POSITIONAL in kinds else str(len(by_place))
    plain = [p for p in taken if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    needed = [p.name for p in plain if p.default is p.empty]
    words = [p.name for p in plain if p.kind is not p.POSITIONAL_ONLY]
    if inspect.Parameter.VAR_KEYWORD in kinds:
        words.append("**")
    return f"{most} {' '.join(needed)} | {' '.join(words)}"


if __name__ == "__main__":
    main()
