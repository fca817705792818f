"""Which room of the package lies on which storey: what a module may import."""

from __future__ import annotations

from typing import NamedTuple


class Storey(NamedTuple):
    """Rooms that may import from all storeys below, and not from each other.

    Attributes:
        rooms: folders and single modules of `jaxopt_lint`; of `semantics`, its folders.
        holds: what lies there, for docs/design.md.
    """

    rooms: tuple[str, ...]
    holds: str


STOREYS = (
    Storey(("links",), "where the project is found"),
    Storey(("finding", "syntax"), "what is reported; how text becomes a tree"),
    Storey(("files",), "texts as they lie on disk: read, written, signed, what silences in them"),
    Storey(("observe",), "one run of a user's program: watched, kept, read"),
    Storey(("observing",), "a part of a long job, watched from inside of it"),
    Storey(("settings",), "what the user and the project ask for, and which files are meant"),
    Storey(("semantics",), "the package around the next three"),
    Storey(("semantics.python",), "what holds of any Python: index, scopes, liveness"),
    Storey(
        ("semantics.jax",),
        "names, transforms, tracing, values, effects, the machine, the project, JAX's API as data",
    ),
    Storey(("semantics.subjects",), "facts by subject: loops, keys, memory, devices and so on"),
    Storey(("rewriting", "rule", "verify"), "what leaves are built with; the harness"),
    Storey(("codemod",), "the base class of codemods"),
    Storey(
        ("patterns",),
        "what one pattern is, found for its rule and handed to its codemod; what codemods share",
    ),
    Storey(("rules", "codemods"), "the leaves: nobody imports them"),
    Storey(("registry",), "finds the leaves"),
    Storey(("silencing",), "what keeps a finding out of a report: comments, the baseline"),
    Storey(("running",), "one run: files in, findings out; processes, cache, progress"),
    Storey(("fixing",), "fixes: worked out, checked, put together, proven, written"),
    Storey(("report", "changes"), "how findings are shown; what a change to a repository is"),
    Storey(("tuning",), "a program made faster by proven fixes: what helped, the way back"),
    Storey(("cli",), "the commands"),
    Storey(("review", "__main__"), "the review bot; the entry"),
    Storey(("dev",), "for those who change the tool itself: pages made from it, scaffolds"),
)
LEAVES_MAY_USE = (
    "codemod", "files", "finding", "patterns", "rewriting", "rule", "semantics",
)  # fmt: skip
BEHIND = frozenset({"jax", "jaxlib", "numpy", "optax"})  # child processes alone import them
_SUBJECTS = "semantics.subjects"
# Rooms of `subjects` that build on each other.
SIBLINGS = frozenset(
    (f"{_SUBJECTS}.{one}", f"{_SUBJECTS}.{other}")
    for one, other in (("looping", "differentiation"),)
)


def room(module: str) -> str:
    """The room that a module lies in, both without `jaxopt_lint.`; a folder of `subjects` is one.

    >>> room("semantics.subjects.looping.loops"), room("cli.main"), room("finding")
    ('semantics.subjects.looping', 'cli', 'finding')
    """
    parts = module.split(".")
    if parts[0] != "semantics":
        return parts[0]
    return ".".join(parts[:3] if parts[1:2] == ["subjects"] else parts[:2])


def level(name: str) -> int:
    """How many storeys lie below a room."""
    name = _SUBJECTS if name.startswith(_SUBJECTS) else name
    return next(i for i, storey in enumerate(STOREYS) if name in storey.rooms)
