"""Other files of the project, opened for those who look into code that is called there."""

from __future__ import annotations

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import Module

_OPEN = 32  # files that are kept open
_LONGEST = 400_000  # characters of a file that is looked into


def elsewhere(facts: Facts, module: str) -> Facts | None:
    """What is known about another module of the project that a file can reach; None for any
    other name.

    What lies further off than the imports of what a file imports is not looked into: each file
    that findings rest on is one more for whose sake they are worked out anew.
    """
    project = facts.project
    text = project.texts.get(module)
    if text is None or len(text.text) > _LONGEST:
        return None
    known: Facts | None = project.opened.pop(module, None)
    if known is None:
        found = project.held(module) if project.held is not None else None
        if found is None:
            try:
                found = Module(text.text, module, path=text.path, is_package=text.is_package)
            except (SyntaxError, ValueError, RecursionError):
                return None
        known = Facts(
            found, project, display=text.path,
            target_jax=facts.target_jax, min_jax=facts.min_jax,
            jax_origin=facts.jax_origin, dated=facts.dated, most_jax=facts.most_jax,
            python=facts.python, beside=facts.beside,
        )  # fmt: skip
        if len(project.opened) >= _OPEN:
            del project.opened[next(iter(project.opened))]
    project.opened[module] = known  # the last that was asked for
    return known


def shadowed(facts: Facts, module: str) -> bool:
    """Whether the package of a module binds the name of that module to something else:
    `precision = Precision()` in the `__init__.py` beside `precision.py`. Who takes the name from
    the package gets that, and not the module."""
    package, _, name = module.rpartition(".")
    home = elsewhere(facts, package) if package else None
    bound = home.module.top.bindings.get(name, ()) if home is not None else ()
    return any(binding.kind != "import" or binding.target != module for binding in bound)
