"""Files that are no Python."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity


class UnparsableFile(Rule[ast.AST]):
    """The file cannot be read, or is no Python.

    ## Why is this bad?
    Nothing in the file is looked at, and other files of the project that lean on it are judged
    without it: what it jits, what it hands to `jax.grad`, which names it passes on. A run that
    says nothing about such a file would look like a clean one.

    The finding stands where reading stopped. It cannot be switched off, and no comment silences
    it, since nobody knows what is a comment in there; `exclude` and `extend-exclude` leave
    files out that are not meant to be read, such as templates.

    A cell of a notebook that does not parse is for information, and the other cells are looked at
    without it; a notebook of a format before 4 is mentioned for information. A module of a package
    that nothing in the project imports, and that does not ask whether it is run by itself, is a
    warning, and for information where no notes, settings or scripts name it either.

    ## Example
    ```python
    import jax


    def loss(params, batch:
        return jax.numpy.mean(params * batch)
    ```

    ## When to keep it
    Templates, exported notebooks and samples of broken code are not for Python to read: exclude
    them.
    """

    code = "JOL000"
    summary = "A file that cannot be read as Python"
    severity = Severity.ERROR
    subject = "file"
